"""The news about a person's submissions, and the times when news feeds first reported faults of bots."""

from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sql

from arena.ladder.keeping.tables import BOT, FAULT_NEWS, NOTE, SUBMISSION
from arena.ladder.submissions.notes import Note
from arena.ladder.submissions.states import State


@dataclass(frozen=True, slots=True)
class News:
    """A line in the log of a submission, with the number and bot of the submission."""

    number: int
    """The number of the line, unique among the log lines of all submissions."""
    submission: int
    bot: str
    """The name of the bot; empty, like `version`, until the submission is unpacked."""
    version: str
    note: Note


Faults = tuple[int, str, int]
"""The faults of a bot version in one ladder, as feeds report them.

The parts are the submission's number, the ladder's name in URLs, and the number of faults, rounded down to a power of
two.
"""


def news_of(connection: sql.Connection, person_id: int, most: int) -> list[News]:
    """Returns at most `most` lines of the logs of a person's submissions, the newest first."""
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
    """Returns the reported faults of these submissions, each with the time of its first report in ms since 1970."""
    rows = connection.execute(sql.select(FAULT_NEWS).where(FAULT_NEWS.c.submission_id.in_([*submissions])))
    return {(row.submission_id, row.ladder, row.faults): row.at_ms for row in rows}


def note_told(connection: sql.Connection, told: Iterable[Faults], now_ms: int) -> dict[Faults, int]:
    """Records that a feed reports the faults `told` now, unless they were reported before.

    Returns the times of the first reports, in ms since 1970.
    """
    wanted = [*told]
    known = times_told(connection, {submission for submission, _, _ in wanted})
    new = [one for one in wanted if one not in known]
    if new:
        names = ("submission_id", "ladder", "faults", "at_ms")
        connection.execute(sql.insert(FAULT_NEWS), [dict(zip(names, (*one, now_ms), strict=True)) for one in new])
    return known | dict.fromkeys(new, now_ms)
