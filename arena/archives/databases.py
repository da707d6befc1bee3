"""Copies an SQLite file while others write to it, as it was at one moment."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from arena.system.files import sync

MAGIC: Final = b"SQLite format 3\0"


def is_database(path: Path) -> bool:
    """Whether it is a SQLite file; raises OSError."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def copy_database(there: Path, here: Path) -> None:
    """Makes `here` anew, for this user alone; raises OSError, sqlite3.Error."""
    here.unlink(missing_ok=True)
    with closing(sqlite3.connect(there)) as source, closing(sqlite3.connect(here)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE").close()  # one file is all of it
    here.chmod(0o600)
    sync(here)
