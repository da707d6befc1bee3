"""Lists the games on this machine: built in, examples, and those of installed packages."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import NamedTuple

from arena.errors import ArenaError
from arena.games.entry import Entry
from arena.games.outside.fault import raised
from arena.games.outside_games import GROUP, add_point, origin_of
from arena.games.registry import BUILT_IN, EXAMPLES, find_game


class Listed(NamedTuple):
    """A game in the list of all games."""

    key: str
    source: str
    """`built in`, `example`, `package` or `file`."""
    origin: str
    """The package and its version, or the file; empty for games that come with the arena."""
    entry: Entry | None
    """The game's entry in the registry; None if the game cannot be loaded."""
    error: ArenaError | None = None
    """Why the game cannot be loaded; None if it can."""


def listed_games() -> Iterator[Listed]:
    """Iterates over all games except those in files; loads the games of packages, and so runs their code."""
    for key in (*BUILT_IN, *EXAMPLES):
        yield listed_game(key)
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, origin_of(point))):
        yield _packaged(point)


def listed_game(key: str) -> Listed:
    """The list entry of a game that is known in this process."""
    entry = find_game(key)
    if entry.origin:
        source = "file" if Path(entry.origin).is_file() else "package"
    else:
        source = "built in" if key in BUILT_IN else "example"
    return Listed(key, source, entry.origin, entry)


def _packaged(point: EntryPoint) -> Listed:
    """The list entry of a package's game: the loaded game, or the error if it cannot be loaded."""
    origin = origin_of(point)
    try:
        return listed_game(add_point(point))
    except ArenaError as error:
        return Listed(point.name, "package", origin, None, error)
    except Exception as error:  # noqa: BLE001  # whatever error a package raises, the other games are listed
        return Listed(point.name, "package", origin, None, raised(origin, "loading it", error))
