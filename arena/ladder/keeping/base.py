"""The database of a ladder: its transactions, and its errors as ArenaErrors with readable sentences.

Rule 1: committed data is on the disk, and survives a crash of the process or the machine.
Rule 2: only one transaction writes at a time. Data that this transaction has read cannot change until it ends.
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
"""The seconds for which a transaction waits for another transaction that writes."""
CONNECTIONS: Final = 5
AWAY: Final = "database-away"
"""The error code for a database server that cannot be reached now; the same call may work later."""
CHECK: Final = "check that the arena may write to the ladder's folder, and that the disk works"
SOON: Final = "try again in a moment"
"""The hint in the error for a database that is only busy."""


Connection = sql.Connection
"""A database connection with a running transaction."""


class Base(ABC):
    """An open database of a ladder, in a file or on a server."""

    reading_options: Mapping[str, Any] = {}
    """The SQLAlchemy options of connections that only read; such a connection sees all tables as they were at one
    moment.
    """
    writing_options: Mapping[str, Any] = {}
    """The SQLAlchemy options of connections that may write."""

    def __init__(self, engine: sql.Engine, where: str) -> None:
        self.engine = engine
        self.where = where
        """The place of the database, for messages to operators; it contains no password."""

    @contextmanager
    def reading(self) -> Iterator[sql.Connection]:
        """Opens a connection that only reads, and sees all tables as they were at one moment.

        Raises ArenaError [ladder-failed], [database-away].
        """
        with self._transaction(self.reading_options) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sql.Connection]:
        """Opens a connection that may write, while no other connection may write.

        If the `with` block ends without an error, the changes are committed. Raises ArenaError [ladder-failed],
        [no-room], [database-away].
        """
        with self._transaction(self.writing_options) as connection:
            self.lock_out(connection)
            yield connection

    def close(self) -> None:
        """Closes the database."""
        self.engine.dispose()

    @abstractmethod
    def demand_there(self) -> None:
        """Makes the database if it is missing; raises OSError, or ArenaError [no-server], [ladder-failed]."""

    @abstractmethod
    def claim(self) -> None:
        """Reserves the database for this server until `close` is called.

        Raises ArenaError [ladder-in-use] if another server has reserved it.
        """

    @abstractmethod
    def copy_before(self, connection: sql.Connection, revision: str) -> str:
        """Copies the database before an upgrade, and returns the place of the copy.

        `revision`: the revision of the tables before the upgrade.
        """

    @abstractmethod
    def lock_out(self, connection: sql.Connection) -> None:
        """Prevents all other connections from writing until the transaction of `connection` ends."""

    @abstractmethod
    def complaint(self, error: DBAPIError) -> ArenaError:
        """Returns the ArenaError to raise for a database error; its sentence reveals nothing that strangers may not
        read.
        """

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
            raise failed("all connections to the database are in use", SOON) from error


def failed(reason: str, hint: str = CHECK) -> ArenaError:
    """Returns the ArenaError [ladder-failed] for a database failure with this reason."""
    return ArenaError("ladder-failed", f"the database of the ladder reports: {reason}", hint)


def away() -> ArenaError:
    """Returns the ArenaError [database-away] for a database that cannot be reached."""
    return ArenaError(
        AWAY,
        "the database of the ladder does not answer now",
        "try again in a moment; everything that the ladder has confirmed to you is stored",
    )


def no_room() -> ArenaError:
    """Returns the ArenaError [no-room] for a database on a full disk."""
    return ArenaError("no-room", "the disk of the ladder's database is full", "free space on this disk, then try again")
