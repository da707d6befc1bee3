"""The interface of a store's database, which reports the database's errors as sentences."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import sqlalchemy as sql
from sqlalchemy.exc import DatabaseError

from arena.errors import ArenaError

ROOM: Final = "free space on the disk, or choose another results file with --db; stored matches are kept"
RESTORE: Final = (
    "restore the results from a backup, or move the damaged results to another folder and play the league again"
)
LISTED: Final = f"list the damaged matches with arena verify; then {RESTORE}"


class Database(ABC):
    """An open connection to the tables of one league."""

    snapshot_options: Mapping[str, str] = {}
    """The options for a connection that reads one unchanging state of the tables, whatever other processes write."""
    writing_options: Mapping[str, str] = {}
    """The options for a connection whose transactions may write."""

    def __init__(self, engine: sql.Engine, where: str, folder: Path | None = None) -> None:
        self.engine = engine
        self.where = where
        """The path of the file, or the address of the league on the server without its password; for messages."""
        self.folder = folder
        """The folder of the results file; None if the results are on a server. Files made from the results are stored
        in the same folder.
        """

    @abstractmethod
    def claim(self, connection: sql.Connection) -> None:
        """Claims the tables, so that no other arena can write to them while `connection` is open; raises ArenaError
        [being-played].
        """

    def give_up(self, connection: sql.Connection) -> None:  # noqa: B027  # by default there is nothing to do
        """Releases the claim at once; does nothing by default. Without this call, a server may keep the claim for a
        while after `connection` ends.
        """

    @abstractmethod
    def is_claimed(self) -> bool:
        """Returns whether an arena holds the claim on these tables, because it is playing the league."""

    def changed_s(self) -> float:
        """Returns the time of the last write, in seconds since 1970; 0 if unknown."""
        return 0.0

    @abstractmethod
    def is_new(self, connection: sql.Connection) -> bool:
        """Returns whether the file or schema has no tables yet; raises ArenaError if this check finds data of another
        program.
        """

    @abstractmethod
    def complaint(self, error: DatabaseError) -> ArenaError:
        """Returns the ArenaError that explains a database error and says what to do next."""

    def close(self) -> None:
        """Closes all connections to the database."""
        self.engine.dispose()

    @contextmanager
    def complaining(self) -> Iterator[None]:
        """A context in which errors of the database, and errors in reading its values, become ArenaErrors."""
        try:
            yield
        except DatabaseError as error:
            raise self.complaint(error) from error
        except KeyError as error:
            raise damaged(self.where, f"the league's {error.args[0]} is missing") from error
        except (TypeError, ValueError, OverflowError, RecursionError, MemoryError) as error:
            raise damaged(self.where, f"a stored value is not valid: {error or 'the value is too large'}") from error


def damaged(where: str, reason: str, hint: str = RESTORE) -> ArenaError:
    """Returns the error for stored results that were changed or cannot be read. Give the hint LISTED only if
    `arena verify` can still open the results.
    """
    return ArenaError("damaged", f"the stored results in {where} are damaged: {reason}", hint)


def failed(where: str, reason: str, hint: str = ROOM) -> ArenaError:
    """Returns the error for a place that cannot be used, for example because the disk is full."""
    return ArenaError("store-failed", f"{where} cannot be used: {reason}", hint)


def being_played(where: str, who: str) -> ArenaError:
    """Returns the error for a league that another arena is playing; `who` names its process."""
    return ArenaError(
        "being-played",
        f"{who} is playing the league in {where}",
        "wait until that process ends, or interrupt that process, then run the same command again; to see the results "
        "so far, use arena standings",
    )
