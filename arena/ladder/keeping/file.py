"""The database of a ladder as an SQLite file."""

import sqlite3
from pathlib import Path
from typing import Final

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from arena.archives.databases import copy_database
from arena.errors import ArenaError
from arena.files.whole import PRIVATE, making
from arena.ladder.keeping.base import BUSY_S, CONNECTIONS, Base, failed, no_room

FILE: Final = "ladder.db"
BEFORE: Final = f"{Path(FILE).stem}-before-upgrade-from-"
"""The beginning of the name of a copy made before an upgrade; the revision that was upgraded follows."""


class FileBase(Base):
    """A database in a file; a missing file is made, readable only by this user."""

    writing_options = {"begin": "BEGIN IMMEDIATE"}  # noqa: RUF012  # a constant

    def __init__(self, path: Path) -> None:
        super().__init__(_engine(path), str(path))
        self._path = path

    def demand_there(self) -> None:
        """Makes the file if it is missing, and keeps it for this user alone; raises OSError."""
        self._path.touch(PRIVATE)
        self._path.chmod(PRIVATE)

    def claim(self) -> None:
        """Does nothing: whoever holds the folder holds the file."""

    def copy_before(self, connection: sql.Connection, revision: str) -> str:  # noqa: ARG002  # not changed yet
        """Copies the file to one beside it, which gets its name when it is safe on the disk."""
        copy = self._path.with_name(f"{BEFORE}{revision}{self._path.suffix}")
        with making(copy) as draft:
            copy_database(self._path, draft)
        return str(copy)

    def lock_out(self, connection: sql.Connection) -> None:
        """Does nothing: a transaction that writes begins with this lock."""

    def complaint(self, error: DBAPIError) -> ArenaError:
        """The error in SQLite's own words, which name no path."""
        reason = str(error.orig)
        return no_room() if "full" in reason else failed(reason)


def _engine(path: Path) -> sql.Engine:
    """An engine whose transactions begin when SQLAlchemy begins them."""

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY_S)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}").close()
        return connection

    engine = sql.create_engine(
        "sqlite://",
        creator=connect,
        poolclass=QueuePool,
        pool_size=CONNECTIONS,
        hide_parameters=True,  # errors are logged
    )

    @sql.event.listens_for(engine, "begin")
    def _begin(connection: sql.Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))

    return engine
