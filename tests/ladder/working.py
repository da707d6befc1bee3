"""Functions for tests that hand in bots and examine them as a server does."""

import asyncio
import secrets
from contextlib import suppress

import sqlalchemy as sql

from arena.ladder.accounts.rights import Who
from arena.ladder.examining.examining import Means
from arena.ladder.examining.worker import Worker
from arena.ladder.keeping.tables import JOB
from arena.ladder.ladder import Ladder
from arena.ladder.submissions.notes import notes_of
from arena.ladder.submissions.submissions import Receipt, Submission, find_submission, receive
from arena.sandbox.box import UNCONFINED


def hand_in(ladder: Ladder, who: Who, content: bytes, key: str = "") -> Receipt:
    with ladder.blobs.receiving() as receiving:
        receiving.write(content)
        digest = receiving.keep()
    with ladder.base.writing() as connection:
        return receive(connection, who, key or secrets.token_hex(16), digest, len(content), ladder.now_ms())


def look(ladder: Ladder, who: Who, number: int) -> Submission:
    with ladder.base.reading() as connection:
        return find_submission(connection, who, number)


def states(ladder: Ladder, number: int) -> list[str]:
    """Returns the states in a submission's log, in order."""
    with ladder.base.reading() as connection:
        return [str(note.state) for note in notes_of(connection, number)]


def work(ladder: Ladder, cluster: str | None = None) -> None:
    """Runs a worker until no job is due any more.

    `cluster`: the address of a Dask scheduler with machines for the examinations; None for this machine.
    """

    async def working() -> None:
        worker = worker_of(ladder, cluster)
        running = asyncio.create_task(worker.run())
        while True:
            await asyncio.sleep(0.02)
            with ladder.base.reading() as connection:
                due = sql.and_(JOB.c.done_ms.is_(None), JOB.c.due_ms <= ladder.now_ms())
                held = sql.and_(JOB.c.done_ms.is_(None), JOB.c.lease_ms > ladder.now_ms())
                if not connection.scalar(sql.select(JOB.c.id).where(sql.or_(due, held))):
                    break
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running

    asyncio.run(working())


def worker_of(ladder: Ladder, cluster: str | None = None) -> Worker:
    """Returns a new worker of the ladder; the caller must run it."""
    means = Means(ladder.folder / "unpacked", ladder.copies, UNCONFINED, "registries", cluster=cluster)
    means.folder.mkdir(exist_ok=True)
    return Worker(ladder.base, ladder.blobs, means, ladder.now_ms)
