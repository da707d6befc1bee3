"""The folder of a new bot: the starter of its language, with its own name and game put in."""

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from stat import S_IRGRP, S_IROTH, S_IRUSR, S_IXUSR
from typing import Final

from arena.authoring.drafts import make_folder, replaced
from arena.authoring.protocol import put_protocol
from arena.building.content import content_files
from arena.building.house import MANIFEST, STARTER, house_bots
from arena.building.manifest_file import LONGEST_AUTHOR, LONGEST_NAME
from arena.errors import ArenaError
from arena.games.registry import DEFAULT_GAME, find_game

TURNS: Final = "turns.txt"

SPELLINGS: Final[Mapping[str, Callable[[str], str]]] = {
    "rust": str.lower,  # names of packages
    "typescript": str.lower,
}
"""By language: how it spells a bot's name, where it cannot take every name as it is."""

CARGO_NAMES: Final = {"build", "deps", "examples", "incremental"}
"""Folders that Cargo makes where it puts programs."""

STARTER_PATHS: Final = {
    "../../../proto": "./proto",
    "../kit": "./kit",
    '"../kit/dist"': '"kit/dist"',  # npm's lock file names folders inside its own without ./
    "../target": "./target",
    f"../../cases/{DEFAULT_GAME}.txt": TURNS,
}
KIT_PATHS: Final = {"../../../proto": "../proto"}

HIDDEN: Final = (".clang-format", ".npmrc")
"""Hidden files an author works with; they do not count as the bot, so the arena passes over them elsewhere."""

READABLE: Final = S_IRUSR | S_IRGRP | S_IROTH

Files = Iterable[tuple[str, Path]]


@dataclass(frozen=True, slots=True)
class NewBot:
    """What a person says of a bot that is to be made."""

    name: str
    language: str
    game: str
    author: str


def languages() -> list[str]:
    """The languages that have a starter, by the name of their folder."""
    return sorted(path.parts[-3] for path in house_bots().glob(f"*/{STARTER}/{MANIFEST}"))


def rivals(game: str) -> str:
    """House bots that fill a table of the game, as they are named on a command line."""
    return " ".join(find_game(game).rivals)


def game_words(game: str) -> tuple[str, ...]:
    """What a starter says of its game: key, the same in accessors, its two messages, title, and house bots."""
    from arena.protocol.v1.arena_pb2 import MatchStart, Turn  # noqa: PLC0415  # the list of commands need not wait for it

    setup, view = (type(getattr(message, game)).__name__ for message in (MatchStart(), Turn()))
    return game, game.capitalize(), setup, view, find_game(game).info.title, rivals(game)


def git_author() -> str:
    """The name of whoever uses git here; "unknown" where it cannot be told."""
    git = shutil.which("git")
    if not git:
        return "unknown"
    told = subprocess.run((git, "config", "user.name"), check=False, capture_output=True)  # noqa: S603
    name = "".join(filter(str.isprintable, told.stdout.decode("utf-8", "replace"))).strip()
    return name[:LONGEST_AUTHOR].strip() or "unknown"


def make_bot(folder: Path, language: str, game: str, author: str) -> list[str]:
    """Makes the folder of a new bot, which is called as the folder; the names of what lies in it, folders with `/`.

    Raises ArenaError [bad-name], [folder-not-empty], [folder-not-made]; nothing is left behind then.
    """
    folder = folder.resolve()
    bot = NewBot(folder.name, language, game, author)
    _demand_name(bot)
    return make_folder(folder, lambda draft: _fill(draft, bot))


def _demand_name(bot: NewBot) -> None:
    if len(bot.name) > LONGEST_NAME or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", bot.name):
        expected = f"at most {LONGEST_NAME} letters (a to z), digits, - and _, with a letter first"
    elif _spelt(bot) in _taken(bot.language):
        expected = f"none of the names that {bot.language} keeps for itself, or that a package of the starter has"
    else:
        return
    raise ArenaError(
        "bad-name",
        f"a bot cannot be called {bot.name!r}; expected {expected}",
        "the bot is called as its folder: give that another name",
    )


def _taken(language: str) -> set[str]:
    """Names that no package of the language can have beside those of the starter."""
    lock = house_bots() / language / STARTER / "Cargo.lock"
    if not lock.is_file():
        return set()
    return CARGO_NAMES | {package["name"] for package in tomllib.loads(lock.read_text("utf-8"))["package"]} - {STARTER}


def _fill(draft: Path, bot: NewBot) -> None:
    bots = house_bots()
    home = bots / bot.language
    words = STARTER_PATHS | _words(bot)
    starter = ((replaced(name, words), path) for name, path in _files(home / STARTER))
    _copy(starter, draft, words)
    _sign(draft / MANIFEST, bot)
    if (home / "kit").is_dir():
        _copy(_files(home / "kit"), draft / "kit", KIT_PATHS)
        put_protocol(draft / "proto")
    _copy([(TURNS, bots / "cases" / f"{bot.game}.txt")], draft, {})


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    yield from content_files(folder)
    yield from ((name, folder / name) for name in HIDDEN if (folder / name).is_file())


def _words(bot: NewBot) -> dict[str, str]:
    return dict(zip(game_words(DEFAULT_GAME), game_words(bot.game), strict=True)) | {STARTER: _spelt(bot)}


def _spelt(bot: NewBot) -> str:
    return SPELLINGS.get(bot.language, str)(bot.name)


def _copy(files: Files, folder: Path, words: Mapping[str, str]) -> None:
    for name, path in files:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        content = path.read_bytes()
        try:
            target.write_bytes(replaced(content.decode("utf-8"), words).encode())
        except UnicodeDecodeError:
            target.write_bytes(content)
        if path.stat().st_mode & S_IXUSR:
            mode = target.stat().st_mode
            target.chmod(mode | (mode & READABLE) >> 2)


def _sign(manifest: Path, bot: NewBot) -> None:
    """Puts in the bot's name as it is and its author; what lay beside the starter lies in the folder now."""
    own = {"name": bot.name, "author": bot.author}
    lines = []
    for line in manifest.read_text("utf-8").splitlines(keepends=True):
        key = line.partition("=")[0].strip()
        if key != "sources":
            lines.append(f"{key} = {json.dumps(own[key], ensure_ascii=False)}\n" if key in own else line)
    manifest.write_text("".join(lines), "utf-8")
