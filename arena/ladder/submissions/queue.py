"""The queue of jobs to examine submissions; a worker leases a job for a limited time, and each job is finished only
once.

Rule 1: the worker that takes a job holds it until the job is done, or until another worker takes it after its lease has
ended. A holder changes a submission only in a transaction that also checks that it still holds the job.
Rule 2: each time a worker takes a job, the delay before the job's next attempt grows, so that a job that kills its
worker does not delay other jobs.
Rule 3: the next job is that of the person who has waited longest since their last job, so that one person's many jobs
do not delay other people's jobs.
Rule 4: only one job of each person is in progress at a time, however many workers there are.
Rule 5: if the server dies, a job in progress may be the cause. So a job whose holder has disappeared runs only while no
other job runs; if the server then dies again, no other job is interrupted.
Rule 6: the queue never stores a time more than MOST_MS ahead. If a stored time is further ahead, the clock has been set
back, and the time counts as past.
"""

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sql

from arena.ladder.keeping.tables import JOB, SUBMISSION

LEASE_MS: Final = 60_000
DELAYS_MS: Final = (0, 5_000, 15_000, 60_000, 300_000, 600_000)
"""The delays, in ms, from taking a job until its next attempt is due, by the number of earlier attempts.

The last delay applies to all higher numbers of attempts.
"""
MOST_MS: Final = max(LEASE_MS, *DELAYS_MS)
"""The maximum time in ms from now until a lease ends or a job is due.

A stored time that is further ahead counts as past, because the clock must have been set back.
"""


@dataclass(frozen=True, slots=True)
class Job:
    """A job that a worker has taken, with the data for this attempt."""

    id: int
    submission: int
    holder: str
    tries: int
    """The number of attempts at the job, including this one."""
    lost: int = 0
    """The number of earlier attempts in a row in which the job's holder disappeared."""
    failed: int = 0
    """The number of times that the build or check of the submission has failed."""

    def name(self) -> str:
        """A name for this attempt at the job, unique among all attempts."""
        return f"{self.submission}-{self.tries}"

    def delay_ms(self) -> int:
        """The wait in ms before the next attempt after a failure that is not the author's fault."""
        return DELAYS_MS[min(self.tries, len(DELAYS_MS) - 1)]


def add_job(connection: sql.Connection, key: str, submission: int, now_ms: int) -> None:
    """Adds a job for a submission to the queue, due now; `key` is a name that no other job may have."""
    connection.execute(
        sql.insert(JOB).values(key=key, submission_id=submission, due_ms=now_ms, lease_ms=0, holder="", tries=0)
    )


def take_job(connection: sql.Connection, holder: str, now_ms: int) -> Job | None:
    """Takes the next job that is due and free, and leases it to this holder; returns None if no job may be taken
    now.
    """
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
    """Extends the lease of a job; returns False without any change if the job is done or was taken again."""
    return _change(connection, job, lease_ms=now_ms + LEASE_MS)


def put_back(connection: sql.Connection, job: Job, due_ms: int, failed: int = 0, lost: int = 0) -> bool:
    """Ends the lease of a job, so that workers can take the job again from the time `due_ms` on.

    `failed`: the new `Job.failed`, 0 to keep the old one; `lost`: the new `Job.lost`.
    Returns False without any change if the job is done or was taken again.
    """
    return _change(connection, job, lease_ms=0, due_ms=due_ms, lost=lost, failed=failed or job.failed)


def finish_job(connection: sql.Connection, job: Job, now_ms: int) -> bool:
    """Marks a job as done; returns False without any change if the job is already done or was taken again."""
    return _change(connection, job, done_ms=now_ms)


def cancel_jobs(connection: sql.Connection, submission: int, now_ms: int) -> None:
    """Marks all open jobs of a submission as done."""
    open_ones = (JOB.c.submission_id == submission, JOB.c.done_ms.is_(None))
    connection.execute(sql.update(JOB).where(*open_ones).values(done_ms=now_ms))


def release_all(connection: sql.Connection) -> None:
    """Ends the leases of all unfinished jobs; called when a server starts, because all earlier holders have ended."""
    connection.execute(sql.update(JOB).where(JOB.c.done_ms.is_(None)).values(lease_ms=0))


def places(connection: sql.Connection) -> dict[int, int]:
    """Returns the place in the queue, from 1, of each submission with an unfinished job.

    Jobs in progress are first. Jobs without an earlier attempt follow, one of each person in turn, and then all other
    jobs.
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
    """Returns the value of the column `lost` for each job in progress, by the person whose job it is.

    Unlike `Job.lost`, the column also counts the present attempt, so it is 1 at the first attempt.
    """
    rows = connection.execute(
        sql.select(SUBMISSION.c.person_id, JOB.c.lost)
        .join(SUBMISSION, SUBMISSION.c.id == JOB.c.submission_id)
        .where(JOB.c.done_ms.is_(None), sql.not_(is_over(JOB.c.lease_ms, now_ms)))
    )
    return {row.person_id: row.lost for row in rows}


def _last_taken() -> sql.Subquery:
    """Returns a subquery with the highest value of the column `taken` among the jobs of each person.

    The lower this value is, the longer the person has waited since their last job; 0 if no job of the person was taken.
    """
    return (
        sql.select(SUBMISSION.c.person_id, sql.func.max(JOB.c.taken).label("taken"))
        .join(JOB, JOB.c.submission_id == SUBMISSION.c.id)
        .group_by(SUBMISSION.c.person_id)
        .subquery()
    )


def is_over(time_ms: sql.ColumnElement[int], now_ms: int) -> sql.ColumnElement[bool]:
    """Returns the SQL condition that a time is past.

    A time so far in the future that the clock must have been set back also counts as past (rule 6 of this module).
    """
    return sql.or_(time_ms <= now_ms, time_ms > now_ms + MOST_MS)


def _change(connection: sql.Connection, job: Job, **values: int) -> bool:
    """Sets the columns `values` of a job; returns False without any change if the job is done or was taken again."""
    held = (JOB.c.id == job.id, JOB.c.holder == job.holder, JOB.c.tries == job.tries, JOB.c.done_ms.is_(None))
    return connection.execute(sql.update(JOB).where(*held).values(**values)).rowcount == 1
