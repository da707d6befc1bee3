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
"""The file name of a copy made before an upgrade begins with this text; the tables' old revision follows."""


class FileBase(Base):
    """A database in a file, which is made if it is missing, and which only the user of this process can read."""

    writing_options = {"begin": "BEGIN IMMEDIATE"}  # noqa: RUF012  # a constant

    def __init__(self, path: Path) -> None:
        super().__init__(_engine(path), str(path))
        self._path = path

    def demand_there(self) -> None:
        """Makes the file if it is missing, and removes other users' permissions on it; raises OSError."""
        self._path.touch(PRIVATE)
        self._path.chmod(PRIVATE)

    def claim(self) -> None:
        """Does nothing, because the server has already locked the ladder's folder, and the file is in this folder."""

    def copy_before(self, connection: sql.Connection, revision: str) -> str:  # noqa: ARG002  # the copy uses another connection, and nothing has changed yet
        """Copies the database to a file in the same folder, and returns the copy's path.

        The copy has this path only when it is complete.
        """
        copy = self._path.with_name(f"{BEFORE}{revision}{self._path.suffix}")
        with making(copy) as draft:
            copy_database(self._path, draft)
        return str(copy)

    def lock_out(self, connection: sql.Connection) -> None:
        """Does nothing, because a writing transaction begins with BEGIN IMMEDIATE, which already locks out all other
        writers.
        """

    def complaint(self, error: DBAPIError) -> ArenaError:
        """Returns the ArenaError with SQLite's own message, which contains no path."""
        reason = str(error.orig)
        return no_room() if "full" in reason else failed(reason)


def _engine(path: Path) -> sql.Engine:
    """Returns an SQLAlchemy engine for the file; it begins each transaction with an explicit BEGIN statement."""

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
        hide_parameters=True,  # errors are logged, and parameters may be secret
    )

    @sql.event.listens_for(engine, "begin")
    def _begin(connection: sql.Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))

    return engine
