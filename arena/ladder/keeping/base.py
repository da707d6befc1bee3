"""The database of a ladder: its transactions, and errors of the database turned into sentences.

Rule 1: what was committed is on the disk, whatever happens to the process or the machine.
Rule 2: only one transaction writes at a time. What it has read stays true until it is over.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as WaitedTooLongError

from arena.errors import ArenaError

BUSY_S: Final = 30.0
"""How many seconds a transaction waits for another one that writes."""
CONNECTIONS: Final = 5
AWAY: Final = "database-away"
"""The code of errors raised while a database server cannot be reached; the same call may work later."""


Connection = sql.Connection
"""A connection with a transaction under way."""


class Base(ABC):
    """An open database of a ladder, in a file or on a server."""

    reading_options: Mapping[str, Any] = {}
    """The options of a connection that only reads, and sees all tables as they are at one moment."""
    writing_options: Mapping[str, Any] = {}
    """The options of a connection whose transactions may write."""

    def __init__(self, engine: sql.Engine, where: str) -> None:
        self.engine = engine
        self.where = where
        """The place of the database as operators see it, without a password."""

    @contextmanager
    def reading(self) -> Iterator[sql.Connection]:
        """A connection that sees all tables as of one moment; raises ArenaError [ladder-failed], [database-away]."""
        with self._transaction(self.reading_options) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sql.Connection]:
        """A connection that writes while no other may; its changes are kept if the block ends without an error.

        Raises ArenaError [ladder-failed], [no-room], [database-away].
        """
        with self._transaction(self.writing_options) as connection:
            self.lock_out(connection)
            yield connection

    def close(self) -> None:
        """Closes the database."""
        self.engine.dispose()

    @abstractmethod
    def demand_there(self) -> None:
        """Makes the database if it is missing; raises an error for the operator if it cannot be used."""

    @abstractmethod
    def claim(self) -> None:
        """Claims the database for this server alone until it is closed; raises ArenaError [ladder-in-use]."""

    @abstractmethod
    def copy_before(self, connection: sql.Connection, revision: str) -> str:
        """Copies the database before an upgrade from this revision, and returns the place of the copy."""

    @abstractmethod
    def lock_out(self, connection: sql.Connection) -> None:
        """Keeps every other connection from writing until the transaction of `connection` is over."""

    @abstractmethod
    def complaint(self, error: DBAPIError) -> ArenaError:
        """The ArenaError to raise for a database error, with a sentence that strangers may read."""

    @contextmanager
    def _transaction(self, options: Mapping[str, Any]) -> Iterator[sql.Connection]:
        with (
            self._complaining(),
            self.engine.connect().execution_options(**options) as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def _complaining(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except DBAPIError as error:
            raise self.complaint(error) from error
        except WaitedTooLongError as error:
            raise failed("all connections to the database are in use") from error


def failed(reason: str) -> ArenaError:
    """The error [ladder-failed] for a database that failed for this reason."""
    return ArenaError(
        "ladder-failed",
        f"the database of the ladder reports: {reason}",
        "check that the arena may write to the ladder's folder, and that the disk works",
    )


def away() -> ArenaError:
    """The error [database-away] for a database that cannot be reached."""
    return ArenaError(
        AWAY,
        "the database of the ladder does not answer now",
        "try again in a moment; everything that the server has confirmed is kept",
    )


def no_room() -> ArenaError:
    """The error [no-room] for a database whose disk is full."""
    return ArenaError("no-room", "the disk of the ladder's database is full", "make room on that disk, then try again")
