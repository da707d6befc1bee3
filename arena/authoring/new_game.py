"""Creates the folder of a new game that is ready to play."""

import keyword
import re
import sys
from pathlib import Path
from typing import Final, NamedTuple

from arena.authoring.drafts import make_folder, replaced
from arena.building.house import house_bot_names
from arena.errors import ArenaError
from arena.games.outside.module import LONGEST_KEY
from arena.games.registry import GAMES

TEMPLATE: Final = Path(__file__).parent / "game"
GREEDY: Final = "-greedy"
"""The suffix that, added to the game's name, gives the name of the game's example bot."""


class Spellings(NamedTuple):
    """The name of a game in each spelling in which it is used."""

    key: str
    """The game's key, as in league files and manifests."""
    module: str
    """The name of the game's Python file, without `.py`."""
    kind: str
    """The name of the game's class."""
    title: str
    """The game's title, as people read it."""


HIGH_CARD: Final = Spellings("high-card", "high_card", "HighCard", "High Card")


class NewGame(NamedTuple):
    """The result of making a game: its name and the files written."""

    name: Spellings
    files: list[str]
    """The names of the files and folders in the game's folder; names of folders end in `/`."""


def make_game(folder: Path) -> NewGame:
    """Creates the folder of a new game; the game is named after the folder.

    Raises ArenaError [bad-name], [folder-not-empty] or [folder-not-made], and then leaves nothing behind.
    """
    folder = folder.resolve()
    name = _spelt(folder.name)
    return NewGame(name, make_folder(folder, lambda draft: _fill(draft, name)))


def _spelt(name: str) -> Spellings:
    if len(name) > LONGEST_KEY or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", name):
        expected = f"at most {LONGEST_KEY} characters: letters (a to z), digits, - and _, with a letter first"
    else:
        words = re.findall(r"[a-z0-9]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower())
        found = Spellings(
            "-".join(words), "_".join(words), "".join(map(str.capitalize, words)), " ".join(words).title()
        )
        if not _taken(found):
            return found
        expected = "a name that is not used by Python, by the arena, or by a game or bot of the arena"
    raise ArenaError(
        "bad-name",
        f"a game cannot be called {name!r}; expected {expected}",
        "give the folder another name, because the game is named after the folder",
    )


def _taken(name: Spellings) -> bool:
    """Returns whether a new game must not have this name, because it is already in use.

    The name is in use if its module name is a Python keyword, a module of Python's standard library, "arena", "bot" or
    "leaderboards". It is also in use if a game has the same key, or if a house bot has the name that the new game's
    example bot would have.
    """
    modules = {*sys.stdlib_module_names, *keyword.kwlist, *keyword.softkwlist, "arena", "bot", "leaderboards"}
    return name.module in modules or name.key in GAMES or name.key + GREEDY in house_bot_names()


def _fill(draft: Path, name: Spellings) -> None:
    words = dict(zip(HIGH_CARD, name, strict=True))
    for path in sorted(TEMPLATE.rglob("*")):
        if path.is_file() and path.parent.name != "__pycache__":
            target = draft / replaced(path.relative_to(TEMPLATE).as_posix(), words)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(replaced(path.read_text("utf-8"), words), "utf-8", newline="\n")
