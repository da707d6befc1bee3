"""The queue of jobs for submissions, each taken by one worker for a while and done once.

Rule 1: a job belongs to its holder until its lease ends. A holder changes a submission only in a transaction that has
checked that the lease is still its own.
Rule 2: each time a job is taken, the next try is due later, so that a job that kills its worker does not delay others.
Rule 3: the person whose last job was taken the longest ago comes first, so that nobody's many jobs delay others.
Rule 4: a person's jobs are taken one after the other, however many workers there are.
Rule 5: a job whose holder disappeared is taken alone: if it kills its server again, no other job is lost with it.
Rule 6: a time later than any that can be written now was written before the clock was set back, and counts as over.
"""

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sql

from arena.ladder.keeping.tables import JOB, SUBMISSION

LEASE_MS: Final = 60_000
DELAYS_MS: Final = (0, 5_000, 15_000, 60_000, 300_000, 600_000)
"""By how often a job was taken before: how long after it was taken it is due again."""
MOST_MS: Final = max(LEASE_MS, *DELAYS_MS)
"""No lease ends and no job is due later than this from now."""


@dataclass(frozen=True, slots=True)
class Job:
    """A job that was taken."""

    id: int
    submission: int
    holder: str
    tries: int
    """How often it was taken, this time included."""
    lost: int = 0
    """How often in a row, before this time, its holder disappeared."""
    failed: int = 0
    """How often the submission has failed."""

    def name(self) -> str:
        """A name that no other try has."""
        return f"{self.submission}-{self.tries}"

    def delay_ms(self) -> int:
        """How long it waits after a failure that is not the author's fault."""
        return DELAYS_MS[min(self.tries, len(DELAYS_MS) - 1)]


def add_job(connection: sql.Connection, key: str, submission: int, now_ms: int) -> None:
    """Adds a job to the queue."""
    connection.execute(
        sql.insert(JOB).values(key=key, submission_id=submission, due_ms=now_ms, lease_ms=0, holder="", tries=0)
    )


def take_job(connection: sql.Connection, holder: str, now_ms: int) -> Job | None:
    """Takes a job that is due and free for this holder; None if none may be taken now."""
    under_way = _under_way(connection, now_ms)
    if any(lost > 1 for lost in under_way.values()):
        return None
    last = _last_taken()
    row = connection.execute(
        sql.select(JOB)
        .join(SUBMISSION, SUBMISSION.c.id == JOB.c.submission_id)
        .outerjoin(last, last.c.person_id == SUBMISSION.c.person_id)
        .where(JOB.c.done_ms.is_(None), is_over(JOB.c.due_ms, now_ms), is_over(JOB.c.lease_ms, now_ms))
        .where(SUBMISSION.c.person_id.not_in(under_way))
        .order_by(last.c.taken, JOB.c.id)
        .limit(1)
    ).one_or_none()
    if row is None or (row.lost and under_way):
        return None
    job = Job(row.id, row.submission_id, holder, row.tries + 1, row.lost, row.failed)
    due_ms = now_ms + DELAYS_MS[min(row.tries, len(DELAYS_MS) - 1)]
    connection.execute(
        sql.update(JOB)
        .where(JOB.c.id == job.id)
        .values(
            holder=holder,
            lease_ms=now_ms + LEASE_MS,
            tries=job.tries,
            due_ms=due_ms,
            taken=1 + (connection.scalar(sql.select(sql.func.max(JOB.c.taken))) or 0),
            lost=row.lost + 1,
        )
    )
    return job


def keep_job(connection: sql.Connection, job: Job, now_ms: int) -> bool:
    """Prolongs the lease, and returns whether the job is still the holder's."""
    return _change(connection, job, lease_ms=now_ms + LEASE_MS)


def put_back(connection: sql.Connection, job: Job, due_ms: int, failed: int = 0, lost: int = 0) -> bool:
    """Gives the job back, due again at `due_ms`; `failed`: how often it has failed now; `lost`: as `Job.lost`."""
    return _change(connection, job, lease_ms=0, due_ms=due_ms, lost=lost, failed=failed or job.failed)


def finish_job(connection: sql.Connection, job: Job, now_ms: int) -> bool:
    """Marks the job as done, and returns whether it was still the holder's."""
    return _change(connection, job, done_ms=now_ms)


def cancel_jobs(connection: sql.Connection, submission: int, now_ms: int) -> None:
    """Marks all open jobs of a submission as done."""
    open_ones = (JOB.c.submission_id == submission, JOB.c.done_ms.is_(None))
    connection.execute(sql.update(JOB).where(*open_ones).values(done_ms=now_ms))


def release_all(connection: sql.Connection) -> None:
    """Ends all leases, whose holders are gone."""
    connection.execute(sql.update(JOB).where(JOB.c.done_ms.is_(None)).values(lease_ms=0))


def places(connection: sql.Connection) -> dict[int, int]:
    """By submission: its place in the queue, from 1. Jobs under way come first, then each person's next one in turn,
    then those that were tried before.
    """
    last = _last_taken()
    rows = connection.execute(
        sql.select(JOB, SUBMISSION.c.person_id, sql.func.coalesce(last.c.taken, 0).label("last"))
        .join(SUBMISSION, SUBMISSION.c.id == JOB.c.submission_id)
        .outerjoin(last, last.c.person_id == SUBMISSION.c.person_id)
        .where(JOB.c.done_ms.is_(None))
        .order_by(JOB.c.id)
    ).all()
    before: dict[int, int] = {}
    ranks: list[tuple[bool, bool, int, int, int, int]] = []
    for row in rows:
        turn = before.get(row.person_id, 0)
        before[row.person_id] = turn + (not row.tries)
        ranks.append((not row.lease_ms, bool(row.tries), turn, row.last, row.id, row.submission_id))
    return {rank[-1]: place for place, rank in enumerate(sorted(ranks), 1)}


def _under_way(connection: sql.Connection, now_ms: int) -> dict[int, int]:
    """By person with a job under way: its `lost` count, which includes the present try and so is 1 for a new job."""
    rows = connection.execute(
        sql.select(SUBMISSION.c.person_id, JOB.c.lost)
        .join(SUBMISSION, SUBMISSION.c.id == JOB.c.submission_id)
        .where(JOB.c.done_ms.is_(None), sql.not_(is_over(JOB.c.lease_ms, now_ms)))
    )
    return {row.person_id: row.lost for row in rows}


def _last_taken() -> sql.Subquery:
    """The last time a job of each person was taken, counted from 1; 0 if none was."""
    return (
        sql.select(SUBMISSION.c.person_id, sql.func.max(JOB.c.taken).label("taken"))
        .join(JOB, JOB.c.submission_id == SUBMISSION.c.id)
        .group_by(SUBMISSION.c.person_id)
        .subquery()
    )


def is_over(time_ms: sql.ColumnElement[int], now_ms: int) -> sql.ColumnElement[bool]:
    """Whether a time has passed, or is too late to be true (rule 6)."""
    return sql.or_(time_ms <= now_ms, time_ms > now_ms + MOST_MS)


def _change(connection: sql.Connection, job: Job, **values: int) -> bool:
    """Changes the job if it is still the holder's."""
    held = (JOB.c.id == job.id, JOB.c.holder == job.holder, JOB.c.tries == job.tries, JOB.c.done_ms.is_(None))
    return connection.execute(sql.update(JOB).where(*held).values(**values)).rowcount == 1
