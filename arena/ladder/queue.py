"""What is to be done for submissions: rows, each taken by one worker for a while, and done once.

Rule 1: a job belongs to its holder until its lease ends; what a holder does to a submission, it does in the transaction
that sees the lease is still its own.
Rule 2: a job that is taken is due again later each time, so that one that ends its worker does not keep others waiting.
"""

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sql

from arena.ladder.keeping.tables import JOB

LEASE_MS: Final = 60_000
DELAYS_MS: Final = (0, 5_000, 15_000, 60_000, 300_000, 600_000)
"""How long after it was taken a job is due again, by how often it was taken before."""


@dataclass(frozen=True, slots=True)
class Job:
    """A job that was taken."""

    id: int
    submission: int
    holder: str
    tries: int
    """With this one."""

    def delay_ms(self) -> int:
        """How long it waits if it fails for no fault of the author's."""
        return DELAYS_MS[min(self.tries, len(DELAYS_MS) - 1)]


def add_job(connection: sql.Connection, key: str, submission: int, now_ms: int) -> None:
    """A job more."""
    connection.execute(
        sql.insert(JOB).values(key=key, submission_id=submission, due_ms=now_ms, lease_ms=0, holder="", tries=0)
    )


def take_job(connection: sql.Connection, holder: str, now_ms: int) -> Job | None:
    """The first that is due and nobody's, for this holder; None if there is none."""
    row = connection.execute(
        sql.select(JOB)
        .where(JOB.c.done_ms.is_(None), JOB.c.due_ms <= now_ms, JOB.c.lease_ms <= now_ms)
        .order_by(JOB.c.id)
        .limit(1)
    ).one_or_none()
    if row is None:
        return None
    job = Job(row.id, row.submission_id, holder, row.tries + 1)
    due_ms = now_ms + DELAYS_MS[min(row.tries, len(DELAYS_MS) - 1)]
    connection.execute(
        sql.update(JOB)
        .where(JOB.c.id == job.id)
        .values(holder=holder, lease_ms=now_ms + LEASE_MS, tries=job.tries, due_ms=due_ms)
    )
    return job


def keep_job(connection: sql.Connection, job: Job, now_ms: int) -> bool:
    """Prolongs the lease, and says whether it is still the holder's."""
    return _change(connection, job, lease_ms=now_ms + LEASE_MS)


def put_back(connection: sql.Connection, job: Job, due_ms: int) -> bool:
    """Gives the job back, to be taken again then."""
    return _change(connection, job, lease_ms=0, due_ms=due_ms)


def finish_job(connection: sql.Connection, job: Job, now_ms: int) -> bool:
    """The job is done, if it was still the holder's."""
    return _change(connection, job, done_ms=now_ms)


def cancel_jobs(connection: sql.Connection, submission: int, now_ms: int) -> None:
    """Nothing is to be done for this submission any more."""
    open_ones = (JOB.c.submission_id == submission, JOB.c.done_ms.is_(None))
    connection.execute(sql.update(JOB).where(*open_ones).values(done_ms=now_ms))


def release_all(connection: sql.Connection) -> None:
    """Ends all leases: whoever had them is gone."""
    connection.execute(sql.update(JOB).where(JOB.c.done_ms.is_(None)).values(lease_ms=0))


def place_of(connection: sql.Connection, submission: int) -> int | None:
    """How many jobs are to be done before this one and with it; None if there is none for it."""
    mine = connection.scalar(
        sql.select(sql.func.min(JOB.c.id)).where(JOB.c.submission_id == submission, JOB.c.done_ms.is_(None))
    )
    if mine is None:
        return None
    place: int = connection.execute(
        sql.select(sql.func.count()).select_from(JOB).where(JOB.c.done_ms.is_(None), JOB.c.id <= mine)
    ).scalar_one()
    return place


def _change(connection: sql.Connection, job: Job, **values: int) -> bool:
    """Changes the job if it is still the holder's."""
    held = (JOB.c.id == job.id, JOB.c.holder == job.holder, JOB.c.tries == job.tries, JOB.c.done_ms.is_(None))
    return connection.execute(sql.update(JOB).where(*held).values(**values)).rowcount == 1
