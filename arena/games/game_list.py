"""Lists the games on this machine: the built-in games, the examples, and the games of installed packages."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import NamedTuple

from arena.errors import ArenaError
from arena.games.entry import Entry
from arena.games.finding import GROUP, add_point, origin_of
from arena.games.outside.fault import raised
from arena.games.registry import BUILT_IN, EXAMPLES, find_game


class Listed(NamedTuple):
    """A game in the list of all games on this machine."""

    key: str
    source: str
    """The kind of the game's source: `built in`, `example`, `package` or `file`."""
    origin: str
    """The package and its version, or the file; empty for games that are shipped with the arena."""
    entry: Entry | None
    """The game's entry in the registry; None if the game cannot be loaded."""
    error: ArenaError | None = None
    """The error that kept the game from being loaded; None if it could be loaded."""


def listed_games() -> Iterator[Listed]:
    """Iterates over the built-in games, the examples and the games of installed packages. The games of packages are
    loaded, which runs their code.
    """
    for key in (*BUILT_IN, *EXAMPLES):
        yield listed_game(key)
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, origin_of(point))):
        yield _packaged(point)


def listed_game(key: str) -> Listed:
    """Returns the list entry of a game that is registered in this process."""
    entry = find_game(key)
    if entry.origin:
        source = "file" if Path(entry.origin).is_file() else "package"
    else:
        source = "built in" if key in BUILT_IN else "example"
    return Listed(key, source, entry.origin, entry)


def _packaged(point: EntryPoint) -> Listed:
    """Returns the list entry of a package's game, with the error if the game cannot be loaded."""
    origin = origin_of(point)
    try:
        return listed_game(add_point(point))
    except ArenaError as error:
        return Listed(point.name, "package", origin, None, error)
    except Exception as error:  # noqa: BLE001  # whatever error a package raises, the other games are listed
        return Listed(point.name, "package", origin, None, raised(origin, "loading it", error))
