"""Finds the files that pages load, by their path below `arena`.

A module loads another module by the same relative path everywhere: in the sources, in a wheel, from a server and in a
folder of files.
"""

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

import arena
from arena import __version__
from arena.games.registry import GAMES

ENDINGS: Final = (".css", ".js", ".svg", ".json")
OUTSIDE: Final = "games/outside/browser"
FOLDERS: Final = (
    "games/browser", OUTSIDE, *(f"games/{key}/browser" for key in GAMES), "match/browser", "web/tables/browser",
)  # fmt: skip
"""The folders below `arena` that hold files for pages."""


def room_of(game: str) -> str:
    """Returns the folder of the files that show a game on pages; for an unknown game, the folder for games from outside
    this project.
    """
    return GAMES[game].browser() if game in GAMES else OUTSIDE


def guide_of(game: str) -> str:
    """Returns the path of the file that lists the rule numbers for each topic of the game's guide; empty if the game
    has no such file.
    """
    name = f"{room_of(game)}/guide/rules.json"
    return name if name in _found() else ""


def asset_names() -> list[str]:
    """Returns the names of all files that pages load, sorted; the names are relative paths with slashes."""
    return sorted(_found())


def asset(name: str) -> bytes:
    """Returns the content of the file with this name."""
    return _found()[name].read_bytes()


@cache
def content_hash() -> str:
    """Returns a hash of all files together, as 16 hexadecimal digits; it changes whenever a name, a content or the
    release changes.
    """
    # another release may make different files from the same assets
    digest = blake2b(__version__.encode(), digest_size=8)
    for name in asset_names():
        digest.update(blake2b(name.encode()).digest() + blake2b(asset(name)).digest())
    return digest.hexdigest()


@cache
def _found() -> dict[str, Path]:
    """Returns the full path of each file that pages load, by its name in `asset_names`."""
    found = dict(_below(Path(__file__).with_name("assets"), ""))
    for path in FOLDERS:
        folder = Path(arena.__file__).parent / path
        if folder.is_dir():  # a game without a board of its own has no folder, and is shown in words
            found |= _below(folder, f"{path}/")
    return found


def _below(folder: Path, before: str) -> Iterator[tuple[str, Path]]:
    for path in folder.iterdir():
        if path.is_dir():
            yield from _below(path, f"{before}{path.name}/")
        elif path.name.endswith(ENDINGS):
            yield before + path.name, path
