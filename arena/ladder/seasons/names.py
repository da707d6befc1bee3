"""The names of ladders and finals in each season, and the log events that record them.

Rule: when a season ends, the ladder gets a new name. No ladder, stored results, final or entry of a remote bot may have
this name already, so that the new season starts without results.
"""

import re
from collections.abc import Iterator
from itertools import count, pairwise
from pathlib import Path
from typing import Final, NamedTuple

import sqlalchemy as sql

from arena.ladder.keeping.base import Connection
from arena.ladder.keeping.events import events, note_event
from arena.ladder.keeping.tables import REMOTE
from arena.ladder.playing.files import ENDING, FINALS, LADDERS, RESULTS

END: Final = "end season"
BEGIN: Final = "begin season"
AFTER: Final = " after "
LONGEST: Final = 100
"""The maximum number of letters of an event's subject in the log."""
NUMBERED: Final = re.compile(r"(.*?)(?:-(\d+))?")
COMMITMENT: Final = re.compile(r"([0-9a-f]{64}) ")


class End(NamedTuple):
    """The end of a season, as recorded in the log."""

    next: str
    """The ladder's name in the next season."""
    commitment: str
    """The commitment of the season's final, a published hash of its seed; empty if there was no final."""


def next_name(folder: Path, connection: Connection, name: str) -> str:
    """Returns the ladder's name in the season after `name`, for example `cup-2` after `cup`, and `cup-3` after `cup-2`.

    Skips every name that already has a league file, stored results, a final or an entry of a remote bot.
    """
    matched = NUMBERED.fullmatch(name)
    assert matched
    names = (f"{matched[1]}-{number}" for number in count(int(matched[2] or 1) + 1))
    return next(later for later in names if not (_is_known(folder, later) or _has_entries(connection, later)))


def final_names(name: str) -> Iterator[str]:
    """Yields possible names for a ladder's final, without end: `cup-final`, then `cup-final-2`, and so on."""
    yield f"{name}-final"
    yield from (f"{name}-final-{number}" for number in count(2))


def note_end(connection: Connection, at_ms: int, actor: str, subject: str, name: str, later: str) -> None:
    """Logs that a season of the ladder `name` has ended, and that the ladder continues as `later`.

    `subject`: the commitment of the final, a space, and the final's name; the ladder's name if there was no final.
    """
    note_event(connection, at_ms, actor, END, subject)
    note_event(connection, at_ms, actor, BEGIN, _begun(name, later))


def last_end(connection: Connection, name: str) -> End | None:
    """Returns the last logged end of a season of the ladder `name`; None if no season has ended."""
    log = [event for event in events(connection) if event.act in (END, BEGIN)]
    for ended, begun in reversed([*pairwise(log)]):
        later = begun.subject.partition(AFTER)[0]
        if begun.act == BEGIN and begun.subject == _begun(name, later):
            return End(later, commitment_in(ended.subject))
    return None


def is_announced(connection: Connection, commitment: str) -> bool:
    """Returns whether the log records a season's end with this commitment, which is a hash of the final's seed."""
    return any(event.act == END and commitment_in(event.subject) == commitment for event in events(connection))


def commitment_in(subject: str) -> str:
    """Returns the commitment (a hash of the final's seed) in the logged subject of a season's end; empty without a
    final.
    """
    found = COMMITMENT.match(subject)
    return found[1] if found else ""


def _begun(name: str, later: str) -> str:
    return f"{later}{AFTER}{name}"[:LONGEST]


def _is_known(folder: Path, later: str) -> bool:
    places = (
        folder / LADDERS / f"{later}{ENDING}",
        folder / RESULTS / later,
        folder / FINALS / later,
        *(folder / place / next(final_names(later)) for place in (FINALS, RESULTS)),
    )
    return any(place.exists() for place in places)


def _has_entries(connection: Connection, ladder: str) -> bool:
    """Returns whether a remote bot is or was entered in a ladder of this name."""
    return connection.scalar(sql.select(REMOTE.c.id).where(REMOTE.c.ladder == ladder).limit(1)) is not None
