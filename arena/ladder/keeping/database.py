"""Opens the database of a ladder, which is a file in the ladder's folder, or a schema on a server.

If the database is on a server, the ladder's folder contains a file with the server's address.

Rule 1: the database is chosen once, when the folder is made. All commands and processes read the choice from the
folder.
Rule 2: a schema on a server belongs to exactly one folder, because its rows refer to archives in that folder.
"""

import re
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.files.whole import PRIVATE, write_whole
from arena.ladder.keeping.base import Base
from arena.ladder.keeping.file import FILE, FileBase
from arena.ladder.keeping.server import ServerBase
from leaderboards.store.places.address import read_address, without_password

PLACE: Final = "database"
"""The name of the file with the address of a database server; the address may contain a password."""
SCHEMA: Final = "ladder"
NAME: Final = re.compile("[a-z][a-z0-9_-]{0,30}")
EXPECTED: Final = "postgresql://USER@HOST/DATABASE or postgresql://USER@HOST/DATABASE#NAME"


def has_ladder(folder: Path) -> bool:
    """Returns whether the folder contains a ladder, with its database in a file or on a server."""
    return (folder / FILE).is_file() or is_on_server(folder)


def is_on_server(folder: Path) -> bool:
    """Returns whether the ladder in this folder has its database on a server."""
    return (folder / PLACE).is_file()


def open_base(folder: Path, wanted: str | None = None) -> Base:
    """Opens a ladder's database, which is in a file of the ladder's folder or on a server.

    `wanted`: for a new ladder, the address of a database server, or None for a file; for an existing ladder, None or
    its unchanged address. Raises ArenaError [other-database], [bad-database], [no-driver], [database-in-use],
    [no-server], [not-written], OSError.
    """
    place = folder / PLACE
    if is_on_server(folder):
        said = place.read_text("utf-8").strip()
        if wanted not in (None, said):
            raise _other(
                folder,
                without_password(said),
                f"leave out --database; if the address of the database has changed, write the new address into {place}",
            )
        return _at(said, f"write the address of the database into {place}, in the form {EXPECTED}")
    if wanted is None:
        return FileBase(folder / FILE)
    if (folder / FILE).exists() and (folder / FILE).stat().st_size:
        raise _other(folder, str(folder / FILE), "leave out --database, or give another folder for a new ladder")
    return _begun(place, wanted)


def _begun(place: Path, wanted: str) -> Base:
    """Opens a server's database for a new ladder, and writes its address to the file `place`."""
    base = _at(wanted, f"give the address of the database with --database, in the form {EXPECTED}")
    with ExitStack() as undo:
        undo.callback(base.close)
        base.demand_there()
        if not base.is_new():
            raise ArenaError(
                "database-in-use",
                f"the database {base.where} already contains tables that do not belong to the ladder in {place.parent}",
                "to set up a new ladder, end the address in --database with #NAME, where NAME is a name that no ladder "
                "in this database has; to use the ladder that owns the tables, give its folder without --database",
            )
        write_whole({place: f"{wanted}\n"}, PRIVATE)
        undo.pop_all()
    return base


def _at(said: str, hint: str) -> ServerBase:
    """Returns the database at the address `said`, without connecting; raises ArenaError [bad-database], [no-driver].

    `hint`: the advice in the error [bad-database].
    """
    try:
        address = read_address(said)
    except ArenaError as error:
        raise ArenaError("bad-database", error.message, hint) from error
    if not NAME.fullmatch(address.league or SCHEMA):
        raise ArenaError(
            "bad-database",
            f"{address.league!r} cannot be the name of a ladder in a database; expected at most 31 characters "
            "from a to z, 0 to 9, _ and -, beginning with a letter",
            hint,
        )
    return ServerBase(address, address.league or SCHEMA)


def _other(folder: Path, there: str, hint: str) -> ArenaError:
    return ArenaError(
        "other-database",
        f"the ladder in {folder} stores its data in {there}, not in the database that --database gives",
        hint,
    )
