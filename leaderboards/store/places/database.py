"""The interface of a store's database, and its errors as sentences."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import sqlalchemy as sql
from sqlalchemy.exc import DatabaseError

from arena.errors import ArenaError

ROOM: Final = "make room or choose another place with --db; what is stored there is kept"
RESTORE: Final = "restore a copy, or move it away and play the league again"
LISTED: Final = f"arena verify lists what is damaged; {RESTORE}"


class Database(ABC):
    """An open way to the tables of one league."""

    snapshot_options: Mapping[str, str] = {}
    """With which options a connection sees one state of the tables, whatever others write."""
    writing_options: Mapping[str, str] = {}
    """With which options its transactions may write."""

    def __init__(self, engine: sql.Engine, where: str, folder: Path | None = None) -> None:
        self.engine = engine
        self.where = where
        """What people are told; without a password."""
        self.folder = folder
        """Where what is made of results is kept beside them; None where they are in no folder."""

    @abstractmethod
    def claim(self, connection: sql.Connection) -> None:
        """Lets nobody else play into these tables while `connection` lives; raises ArenaError [being-played]."""

    def give_up(self, connection: sql.Connection) -> None:  # noqa: B027  # most need nothing
        """Lets others play, where that would take a moment longer than `connection` lives."""

    @abstractmethod
    def is_claimed(self) -> bool:
        """Whether some arena is playing."""

    def changed_s(self) -> float:
        """When somebody wrote last, in seconds since 1970; 0 where the place does not tell."""
        return 0.0

    @abstractmethod
    def is_new(self, connection: sql.Connection) -> bool:
        """Whether a league can be founded here: there is nothing yet, neither ours nor another's."""

    @abstractmethod
    def complaint(self, error: DatabaseError) -> ArenaError:
        """What the database says, as a sentence and a next step."""

    def close(self) -> None:
        """Lets go of the place."""
        self.engine.dispose()

    @contextmanager
    def complaining(self) -> Iterator[None]:
        """Within it, what the database says and what cannot be understood of it become ArenaErrors."""
        try:
            yield
        except DatabaseError as error:
            raise self.complaint(error) from error
        except KeyError as error:
            raise damaged(self.where, f"it does not say the league's {error.args[0]}") from error
        except (TypeError, ValueError, OverflowError, RecursionError, MemoryError) as error:
            raise damaged(self.where, f"it holds what no league has: {error or 'too much'}") from error


def damaged(where: str, reason: str, hint: str = RESTORE) -> ArenaError:
    """The error for results that are ours and not as they were written; LISTED as hint only where verify goes on."""
    return ArenaError("damaged", f"{where} is damaged: {reason}", hint)


def failed(where: str, reason: str, hint: str = ROOM) -> ArenaError:
    """The error for a place that cannot be used."""
    return ArenaError("store-failed", f"{where} cannot be used: {reason}", hint)


def being_played(where: str, who: str) -> ArenaError:
    """The error for a league that is played by somebody else."""
    return ArenaError(
        "being-played",
        f"{who} is playing the league in {where}",
        "let it end or interrupt it, then run the same command again; arena standings shows what is stored so far",
    )
