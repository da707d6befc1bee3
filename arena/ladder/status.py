"""The state of a ladder for operators, in numbers and without names."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sql

from arena.ladder.keeping.tables import ALLOWANCE, JOB, SUBMISSION
from arena.ladder.ladder import Ladder
from arena.ladder.submissions.queue import is_over
from arena.ladder.submissions.states import State

PROBE: Final = "probe"


@dataclass(frozen=True, slots=True)
class Status:
    """The state of a ladder at one moment."""

    submissions: Mapping[State, int]
    """The number of submissions in each state, including states with 0 submissions."""
    waiting: int
    """The number of unfinished jobs without a worker."""
    under_way: int
    held: int
    """The number of submissions that are held until an organiser acts."""
    oldest_s: float
    """The age of the oldest unfinished submission in seconds; 0 if there is none."""
    archive_bytes: int
    free_bytes: int
    """Free bytes on the disk of the ladder's folder."""
    copies_free_bytes: int
    """Free bytes on the disk on which bots are built."""


def status_of(ladder: Ladder) -> Status:
    """Returns the state of a ladder now; raises ArenaError [ladder-failed], OSError."""
    now_ms = ladder.now_ms()
    open_jobs = sql.select(JOB.c.submission_id).where(JOB.c.done_ms.is_(None))
    with ladder.base.reading() as connection:
        counted = sql.select(SUBMISSION.c.state, sql.func.count()).group_by(SUBMISSION.c.state)
        by_state = {row[0]: row[1] for row in connection.execute(counted)}
        waits = sql.select(sql.func.count()).select_from(JOB).where(JOB.c.done_ms.is_(None))
        waiting = connection.scalar(waits.where(is_over(JOB.c.lease_ms, now_ms))) or 0
        jobs = connection.scalar(waits) or 0
        held = connection.scalar(
            sql.select(sql.func.count())
            .select_from(SUBMISSION)
            .where(SUBMISSION.c.state == State.RETRYING, SUBMISSION.c.id.not_in(open_jobs))
        )
        oldest_ms = connection.scalar(
            sql.select(sql.func.min(SUBMISSION.c.received_ms)).where(SUBMISSION.c.id.in_(open_jobs))
        )
        size = connection.scalar(sql.select(sql.func.sum(SUBMISSION.c.size)))
    return Status(
        {state: by_state.get(state, 0) for state in State},
        waiting,
        jobs - waiting,
        held or 0,
        max(0, now_ms - oldest_ms) / 1000 if oldest_ms else 0.0,
        int(size or 0),
        shutil.disk_usage(ladder.folder).free,
        shutil.disk_usage(ladder.copies.parent).free,
    )


def write_probe(ladder: Ladder) -> None:
    """Writes a row without meaning into the database, to test that writing works.

    Raises ArenaError [ladder-failed], [no-room].
    """
    with ladder.base.writing() as connection:
        connection.execute(sql.delete(ALLOWANCE).where(ALLOWANCE.c.key == PROBE))
        connection.execute(sql.insert(ALLOWANCE).values(key=PROBE, full_ms=0))
