"""The interface of a store's database, which reports the database's errors as sentences."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import sqlalchemy as sql
from sqlalchemy.exc import DatabaseError

from arena.errors import ArenaError

ROOM: Final = "make room or choose another place with --db; what is stored there is kept"
RESTORE: Final = "restore a copy of the results, or move the damaged results away and play the league again"
LISTED: Final = f"arena verify lists what is damaged; {RESTORE}"


class Database(ABC):
    """An open connection to the tables of one league."""

    snapshot_options: Mapping[str, str] = {}
    """The options with which a connection sees one state of the tables, whatever others write meanwhile."""
    writing_options: Mapping[str, str] = {}
    """The options with which a connection's transactions may write."""

    def __init__(self, engine: sql.Engine, where: str, folder: Path | None = None) -> None:
        self.engine = engine
        self.where = where
        """The name of the place for people, without a password."""
        self.folder = folder
        """The folder of the results, where files made from them are kept; None if they are in no folder."""

    @abstractmethod
    def claim(self, connection: sql.Connection) -> None:
        """Keeps others from playing into these tables while `connection` lives; raises ArenaError [being-played]."""

    def give_up(self, connection: sql.Connection) -> None:  # noqa: B027  # by default there is nothing to do
        """Releases the claim at once, in a database that would notice only later that `connection` has ended."""

    @abstractmethod
    def is_claimed(self) -> bool:
        """Whether some arena is playing into these tables."""

    def changed_s(self) -> float:
        """The time of the last write, in seconds since 1970; 0 if it is unknown."""
        return 0.0

    @abstractmethod
    def is_new(self, connection: sql.Connection) -> bool:
        """Whether a league can be founded here, because the place holds nothing yet, not even another program's."""

    @abstractmethod
    def complaint(self, error: DatabaseError) -> ArenaError:
        """The ArenaError for an error of the database, with a sentence and a next step."""

    def close(self) -> None:
        """Closes all connections to the place."""
        self.engine.dispose()

    @contextmanager
    def complaining(self) -> Iterator[None]:
        """A context in which errors of the database, and of reading its values, become ArenaErrors."""
        try:
            yield
        except DatabaseError as error:
            raise self.complaint(error) from error
        except KeyError as error:
            raise damaged(self.where, f"the league's {error.args[0]} is missing") from error
        except (TypeError, ValueError, OverflowError, RecursionError, MemoryError) as error:
            raise damaged(self.where, f"it has content that no league has: {error or 'too much'}") from error


def damaged(where: str, reason: str, hint: str = RESTORE) -> ArenaError:
    """The error for results that were changed; LISTED may be the hint only if `arena verify` can still read them."""
    return ArenaError("damaged", f"{where} is damaged: {reason}", hint)


def failed(where: str, reason: str, hint: str = ROOM) -> ArenaError:
    """The error for a place that cannot be used."""
    return ArenaError("store-failed", f"{where} cannot be used: {reason}", hint)


def being_played(where: str, who: str) -> ArenaError:
    """The error for a league that somebody else is playing."""
    return ArenaError(
        "being-played",
        f"{who} is playing the league in {where}",
        "wait until that process ends, or interrupt it, then run the same command again; arena standings shows what "
        "is stored so far",
    )
