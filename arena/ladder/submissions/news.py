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
    """The number of the line, unique among the lines of all submissions."""
    submission: int
    bot: str
    """The name of the bot; empty, as is `version`, while the submission is not unpacked."""
    version: str
    note: Note


Faults = tuple[int, str, int]
"""A count of faults: the number of the submission, the slug of the ladder, and the count."""


def news_of(connection: sql.Connection, person_id: int, most: int) -> list[News]:
    """The newest lines of the logs of a person's submissions, at most `most`."""
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
    """When each count of faults of these submissions was first told, in milliseconds."""
    rows = connection.execute(sql.select(FAULT_NEWS).where(FAULT_NEWS.c.submission_id.in_([*submissions])))
    return {(row.submission_id, row.ladder, row.faults): row.at_ms for row in rows}


def note_told(connection: sql.Connection, told: Iterable[Faults], now_ms: int) -> dict[Faults, int]:
    """Records that these faults are told now, and returns when each was first told; earlier times stay."""
    wanted = [*told]
    known = times_told(connection, {submission for submission, _, _ in wanted})
    new = [one for one in wanted if one not in known]
    if new:
        names = ("submission_id", "ladder", "faults", "at_ms")
        connection.execute(sql.insert(FAULT_NEWS), [dict(zip(names, (*one, now_ms), strict=True)) for one in new])
    return known | dict.fromkeys(new, now_ms)
