"""Opens the place of a store, which may be a file, the folder of a `league.db`, or the address of a server."""

from pathlib import Path

from arena.errors import ArenaError
from leaderboards.store.places.address import is_url
from leaderboards.store.places.database import Database, failed
from leaderboards.store.places.files import FILE, connect_file
from leaderboards.store.places.servers import connect_server


def made(place: Path | str, league: str) -> Database:
    """Opens the file or server schema of a store for playing; makes it if it does not exist."""
    if is_url(str(place)):
        return connect_server(str(place), league, reading=False)
    path = Path(place)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise failed(str(path), error.strerror or str(error)) from error
    return connect_file(path, reading=False)


def found(place: Path | str, league: str | None) -> Database:
    """Opens the file or server schema of a store for reading.

    Raises ArenaError [no-store] if the file is missing or empty; a missing schema is noticed only at the first read.
    """
    if is_url(str(place)):
        return connect_server(str(place), league, reading=True)
    path = Path(place)
    if path.is_dir():
        path /= FILE
    if not path.is_file():
        raise ArenaError(
            "no-store",
            f"the results file {path} does not exist",
            "give the path of existing results, or play a league with arena run-league, which makes such a file",
        )
    return connect_file(path, reading=True)
