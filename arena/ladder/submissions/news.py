"""What happened to the versions of one person, the newest first."""

from dataclasses import dataclass

import sqlalchemy as sql

from arena.ladder.keeping.tables import BOT, NOTE, SUBMISSION
from arena.ladder.submissions.notes import Note
from arena.ladder.submissions.states import State


@dataclass(frozen=True, slots=True)
class News:
    """A line of the log of a submission."""

    number: int
    """Of the line: no other of any submission has it."""
    submission: int
    person_id: int
    bot: str
    """Empty while it is not unpacked, as are `version` and `content_hash`."""
    version: str
    content_hash: str
    note: Note


def news_of(connection: sql.Connection, person_id: int, most: int) -> list[News]:
    """So many lines at most."""
    rows = connection.execute(
        sql.select(NOTE, SUBMISSION.c.version, SUBMISSION.c.content_hash, BOT.c.name.label("bot"))
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
            person_id,
            row.bot or "",
            row.version or "",
            row.content_hash or "",
            Note(row.at_ms, State(row.state), row.sentence, row.hint),
        )
        for row in rows
    ]
