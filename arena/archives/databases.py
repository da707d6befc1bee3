"""Copies an SQLite file as it was at one moment, even while others write to it."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from arena.system.files import sync

MAGIC: Final = b"SQLite format 3\0"


def is_database(path: Path) -> bool:
    """Whether a file is an SQLite database; raises OSError."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def copy_database(there: Path, here: Path) -> None:
    """Copies a database to `here`, replacing any file; only this user may read it. Raises OSError, sqlite3.Error."""
    here.unlink(missing_ok=True)
    with closing(sqlite3.connect(there)) as source, closing(sqlite3.connect(here)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE").close()  # so that the copy is a single file
    here.chmod(0o600)
    sync(here)
