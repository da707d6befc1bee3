"""The database of a ladder: transactions, and its complaints as sentences.

Rule: what was committed is on the disk, whatever happens to the process or the machine.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import sqlalchemy as sql
from sqlalchemy.exc import DatabaseError, IntegrityError
from sqlalchemy.exc import TimeoutError as WaitedTooLongError
from sqlalchemy.pool import QueuePool

from arena.errors import ArenaError

FILE: Final = "ladder.db"
BUSY_S: Final = 30.0
"""How long a transaction waits for another one."""
CONNECTIONS: Final = 5


Connection = sql.Connection
"""A transaction under way."""


class Base:
    """An open database."""

    def __init__(self, path: Path) -> None:
        """`path`: a SQLite file, which is made when something is written."""
        self.path = path
        self.engine = _engine(path)

    @contextmanager
    def reading(self) -> Iterator[sql.Connection]:
        """A connection that sees one state of all tables; raises ArenaError [ladder-failed]."""
        with self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sql.Connection]:
        """A connection that alone writes; what it wrote is kept when the block is left without an error.

        Raises ArenaError [ladder-failed], [no-room].
        """
        with self._transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    def close(self) -> None:
        """Lets go of the file."""
        self.engine.dispose()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sql.Connection]:
        try:
            with self.engine.connect().execution_options(begin=begin) as connection, connection.begin():
                yield connection
        except IntegrityError:
            raise
        except DatabaseError as error:
            raise self._complaint(str(error.orig)) from error
        except WaitedTooLongError as error:
            raise self._complaint(f"all its {CONNECTIONS} connections are in use") from error

    def _complaint(self, reason: str) -> ArenaError:
        if "full" in reason:
            return ArenaError("no-room", "there is no room for what was to be written", "make room there, then go on")
        return ArenaError(
            "ladder-failed",
            f"the database of the ladder says: {reason}",
            "see that its folder may be written, and that the disk is whole",
        )


def _engine(path: Path) -> sql.Engine:
    """Connections whose transactions begin when SQLAlchemy says so."""

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY_S)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}").close()
        return connection

    engine = sql.create_engine("sqlite://", creator=connect, poolclass=QueuePool, pool_size=CONNECTIONS)

    @sql.event.listens_for(engine, "begin")
    def _begin(connection: sql.Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))

    return engine
