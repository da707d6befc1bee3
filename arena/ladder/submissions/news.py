"""The news of one person's versions, newest first, and when their faults were first reported."""

from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sql

from arena.ladder.keeping.tables import BOT, FAULT_NEWS, NOTE, SUBMISSION
from arena.ladder.submissions.notes import Note
from arena.ladder.submissions.states import State


@dataclass(frozen=True, slots=True)
class News:
    """A line of the log of a submission."""

    number: int
    """Of the line: no other of any submission has it."""
    submission: int
    bot: str
    """Empty while it is not unpacked, as is `version`."""
    version: str
    note: Note


Faults = tuple[int, str, int]
"""That a submission has so many in a ladder: its number, the ladder's slug, the count."""


def news_of(connection: sql.Connection, person_id: int, most: int) -> list[News]:
    """So many lines at most."""
    rows = connection.execute(
        sql.select(NOTE, SUBMISSION.c.version, BOT.c.name.label("bot"))
        .join(SUBMISSION, SUBMISSION.c.id == NOTE.c.submission_id)
        .outerjoin(BOT, BOT.c.id == SUBMISSION.c.bot_id)
        .where(SUBMISSION.c.person_id == person_id)
        .order_by(NOTE.c.id.desc())
        .limit(most)
    )
    return [
        News(
            row.id,
            row.submission_id,
            row.bot or "",
            row.version or "",
            Note(row.at_ms, State(row.state), row.sentence, row.hint),
        )
        for row in rows
    ]


def times_told(connection: sql.Connection, submissions: Iterable[int]) -> dict[Faults, int]:
    """When the faults of these submissions were told first."""
    rows = connection.execute(sql.select(FAULT_NEWS).where(FAULT_NEWS.c.submission_id.in_([*submissions])))
    return {(row.submission_id, row.ladder, row.faults): row.at_ms for row in rows}


def note_told(connection: sql.Connection, told: Iterable[Faults], now_ms: int) -> dict[Faults, int]:
    """Writes down that these faults are told now, and says when they were told first: what was told stays as it is."""
    wanted = [*told]
    known = times_told(connection, {submission for submission, _, _ in wanted})
    new = [one for one in wanted if one not in known]
    if new:
        names = ("submission_id", "ladder", "faults", "at_ms")
        connection.execute(sql.insert(FAULT_NEWS), [dict(zip(names, (*one, now_ms), strict=True)) for one in new])
    return known | dict.fromkeys(new, now_ms)
