"""The queue of jobs for submissions; one worker holds a job for a while, and each job is done once.

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
"""The ms from taking a job until it is due again, by how often it was taken before; the last is for all later tries."""
MOST_MS: Final = max(LEASE_MS, *DELAYS_MS)
"""The most ms from now until a lease ends or a job is due."""


@dataclass(frozen=True, slots=True)
class Job:
    """A job as its holder sees it after taking it."""

    id: int
    submission: int
    holder: str
    tries: int
    """How often the job was taken, this time included."""
    lost: int = 0
    """How often in a row before this time the job's holder disappeared."""
    failed: int = 0
    """How often the submission has failed its build or check."""

    def name(self) -> str:
        """A name for this try of the job, which no other try has."""
        return f"{self.submission}-{self.tries}"

    def delay_ms(self) -> int:
        """The ms for which the job waits after a failure that is not the author's fault."""
        return DELAYS_MS[min(self.tries, len(DELAYS_MS) - 1)]


def add_job(connection: sql.Connection, key: str, submission: int, now_ms: int) -> None:
    """Adds a job for a submission to the queue, due now; `key`: unique among all jobs."""
    connection.execute(
        sql.insert(JOB).values(key=key, submission_id=submission, due_ms=now_ms, lease_ms=0, holder="", tries=0)
    )


def take_job(connection: sql.Connection, holder: str, now_ms: int) -> Job | None:
    """Takes the next job that is due and free, for this holder; None if no job may be taken now."""
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
    """Prolongs the job's lease; returns False, and changes nothing, if the job is no longer the holder's."""
    return _change(connection, job, lease_ms=now_ms + LEASE_MS)


def put_back(connection: sql.Connection, job: Job, due_ms: int, failed: int = 0, lost: int = 0) -> bool:
    """Gives the job back to the queue, due again at `due_ms`; returns False if it is no longer the holder's.

    `failed`: how often the submission has failed now, 0: as often as before; `lost`: as `Job.lost`.
    """
    return _change(connection, job, lease_ms=0, due_ms=due_ms, lost=lost, failed=failed or job.failed)


def finish_job(connection: sql.Connection, job: Job, now_ms: int) -> bool:
    """Marks the job as done; returns False, and changes nothing, if the job is no longer the holder's."""
    return _change(connection, job, done_ms=now_ms)


def cancel_jobs(connection: sql.Connection, submission: int, now_ms: int) -> None:
    """Marks all open jobs of a submission as done."""
    open_ones = (JOB.c.submission_id == submission, JOB.c.done_ms.is_(None))
    connection.execute(sql.update(JOB).where(*open_ones).values(done_ms=now_ms))


def release_all(connection: sql.Connection) -> None:
    """Ends the leases of all open jobs; called when a server starts, since their holders are gone."""
    connection.execute(sql.update(JOB).where(JOB.c.done_ms.is_(None)).values(lease_ms=0))


def places(connection: sql.Connection) -> dict[int, int]:
    """The place in the queue, from 1, of each submission with an open job.

    Jobs under way come first, then each person's next job in turn, then those that were tried before.
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
    """The `lost` count of the job under way, by person; it includes the present try, so it is 1 for a new job."""
    rows = connection.execute(
        sql.select(SUBMISSION.c.person_id, JOB.c.lost)
        .join(SUBMISSION, SUBMISSION.c.id == JOB.c.submission_id)
        .where(JOB.c.done_ms.is_(None), sql.not_(is_over(JOB.c.lease_ms, now_ms)))
    )
    return {row.person_id: row.lost for row in rows}


def _last_taken() -> sql.Subquery:
    """A subquery: for each person with jobs, the last turn in which one was taken, counted from 1; 0 if none was."""
    return (
        sql.select(SUBMISSION.c.person_id, sql.func.max(JOB.c.taken).label("taken"))
        .join(JOB, JOB.c.submission_id == SUBMISSION.c.id)
        .group_by(SUBMISSION.c.person_id)
        .subquery()
    )


def is_over(time_ms: sql.ColumnElement[int], now_ms: int) -> sql.ColumnElement[bool]:
    """The condition that a time has passed, or is so late that the clock was set back since (rule 6)."""
    return sql.or_(time_ms <= now_ms, time_ms > now_ms + MOST_MS)


def _change(connection: sql.Connection, job: Job, **values: int) -> bool:
    """Sets these columns of the job; returns False, and changes nothing, if the job is no longer the holder's."""
    held = (JOB.c.id == job.id, JOB.c.holder == job.holder, JOB.c.tries == job.tries, JOB.c.done_ms.is_(None))
    return connection.execute(sql.update(JOB).where(*held).values(**values)).rowcount == 1
