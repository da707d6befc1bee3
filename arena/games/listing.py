"""Lists all games on this machine: built in, examples, and installed packages."""

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
    """A game as it is listed."""

    key: str
    source: str
    """`built in`, `example`, `package` or `file`."""
    origin: str
    """The package and its version, or the file; empty for games of the arena."""
    entry: Entry | None
    """None where it cannot be loaded."""
    error: ArenaError | None = None
    """Why it cannot be loaded."""


def listed_games() -> Iterator[Listed]:
    """All games but those of files; loads those of packages, whose code runs."""
    for key in (*BUILT_IN, *EXAMPLES):
        yield listed_game(key)
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, origin_of(point))):
        yield _packaged(point)


def listed_game(key: str) -> Listed:
    """A game that is known in this process."""
    entry = find_game(key)
    if entry.origin:
        source = "file" if Path(entry.origin).is_file() else "package"
    else:
        source = "built in" if key in BUILT_IN else "example"
    return Listed(key, source, entry.origin, entry)


def _packaged(point: EntryPoint) -> Listed:
    """The game of an entry point, loaded, or why it cannot be."""
    origin = origin_of(point)
    try:
        return listed_game(add_point(point))
    except ArenaError as error:
        return Listed(point.name, "package", origin, None, error)
    except Exception as error:  # noqa: BLE001  # whatever a package does, the other games are listed
        return Listed(point.name, "package", origin, None, raised(origin, "loading it", error))
