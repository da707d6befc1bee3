"""Makes a consistent copy of an SQLite file, even while other programs write to the file."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from arena.system.files import sync

MAGIC: Final = b"SQLite format 3\0"


def is_database(path: Path) -> bool:
    """Returns whether a file is an SQLite database, by its first bytes; raises OSError if it cannot be read."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def copy_database(there: Path, here: Path) -> None:
    """Copies the database `there` to the file `here`, replacing an existing file.

    Only the current user may read the copy. Raises OSError, sqlite3.Error.
    """
    here.unlink(missing_ok=True)
    with closing(sqlite3.connect(there)) as source, closing(sqlite3.connect(here)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE").close()  # so that the copy is a single file
    here.chmod(0o600)
    sync(here)
