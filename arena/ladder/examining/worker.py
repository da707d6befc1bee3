"""Workers, which take jobs from the queue one by one and examine their submissions.

Rule 1: a submission that is withdrawn during its examination stays withdrawn.
Rule 2: while a worker is still busy with a job, another worker may take the job over. So each attempt at a job has its
own folder, named after the submission and the number of the attempt.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from arena.building.builds.command import Ending
from arena.errors import ArenaError
from arena.files.folders import remove
from arena.ladder.examining.examining import Hindrance, Means, Rejection
from arena.ladder.examining.steps import Steps
from arena.ladder.keeping.base import AWAY, Base
from arena.ladder.keeping.blobs import Blobs
from arena.ladder.submissions.copies import sweep_copies
from arena.ladder.submissions.notes import Note, moved
from arena.ladder.submissions.queue import LEASE_MS, Job, finish_job, keep_job, put_back, take_job
from arena.ladder.submissions.states import WAITING, State
from arena.text import one_line

LOOK_S: Final = 1.0
LOG: Final = logging.getLogger(__name__)
SOON: Final = "the server failed; the step is tried again"
MOST_LOST: Final = 4
"""The number of interrupted attempts in a row after which a submission is held, that is, never examined again.

An attempt is interrupted if the server dies, or if machines of the cluster die while they examine the submission.
"""
AGAIN_MS: Final = 30_000
"""The time in milliseconds from the first failed build or check of a submission until the examination is repeated."""
ONCE_MORE: Final = "the step is tried once more before its failure counts, because machines are busy at times"


class Worker:
    """Takes jobs from the queue and examines their submissions, until it is cancelled."""

    def __init__(self, base: Base, blobs: Blobs, means: Means, now_ms: Callable[[], int]) -> None:
        self._base, self._blobs, self._means, self._now_ms = base, blobs, means, now_ms
        self._holder = secrets.token_hex(8)
        self._wake, self._look = asyncio.Event(), asyncio.Event()
        self.is_running = False
        self._reads = True
        """Whether the last attempt to read the queue succeeded; of several failures in a row, only the first is logged.
        """

    def wake(self) -> None:
        """Makes the worker look for new jobs and withdrawals at once; must be called in the event loop's thread."""
        self._wake.set()
        self._look.set()

    async def run(self) -> None:
        """Processes jobs until this coroutine is cancelled; an unfinished job then returns to the queue."""
        self.is_running = True
        try:
            while True:
                await self._turn()
        finally:
            self.is_running = False

    async def _turn(self) -> None:
        """Processes the next job; if there is none, waits for a call of `wake`, at most LOOK_S seconds."""
        self._wake.clear()
        try:
            worked = await self._worked()
        except Exception:  # whatever failed: submissions were acknowledged, so the worker must go on
            LOG.exception("the worker of the ladder failed, and continues")
            worked = False
        if not worked:
            await _set_or_later(self._wake, LOOK_S)

    async def _worked(self) -> bool:
        """Processes the next job in the queue; returns False if there was none."""
        job = await self._taken()
        if job is None:
            return False
        if job.lost >= MOST_LOST:
            await asyncio.to_thread(self._hold, job)
        else:
            await self._work(job)
        return True

    async def _taken(self) -> Job | None:
        try:
            job = await asyncio.to_thread(self._take)
        except ArenaError as error:
            if self._reads:
                LOG.warning("the queue of the ladder cannot be read: %s", one_line(error.message))
            self._reads = False
            return None
        self._reads = True
        return job

    def _take(self) -> Job | None:
        with self._base.writing() as connection:
            return take_job(connection, self._holder, self._now_ms())

    def _hold(self, job: Job) -> None:
        """Ends the job of a submission after too many interrupted examinations, without a verdict on the bot."""
        now_ms = self._now_ms()
        LOG.error("submission %d is held: the examining process was ended %d times", job.submission, job.lost)
        with self._base.writing() as connection:
            if finish_job(connection, job, now_ms):
                sentence = f"the examination was cut off {job.lost} times, so it is not tried again"
                hint = "withdraw the submission, and ask whoever runs this ladder for the reason"
                moved(connection, job.submission, Note(now_ms, State.RETRYING, sentence, hint), WAITING)

    async def _work(self, job: Job) -> None:
        ending = Ending()
        steps = asyncio.create_task(Steps(self._base, self._blobs, self._means, self._now_ms, job, ending).take())
        keeping = asyncio.create_task(self._keep(job))
        try:
            await asyncio.wait((steps, keeping), return_when=asyncio.FIRST_COMPLETED)
            if steps.done():
                steps.result()
        except (Rejection, Hindrance) as found:
            if isinstance(found, Hindrance):
                LOG.warning("submission %d is tried again: %s", job.submission, one_line(found.sentence))
            await self._settled(job, found)
        except ArenaError as error:
            told = "; ".join(filter(None, (error.message, error.hint)))
            LOG.warning("submission %d is tried again: %s", job.submission, one_line(told))
            await self._settled(job, Hindrance(SOON))
        except Exception:  # no submission may end the worker; the job is due again later
            LOG.exception("submission %d is tried again", job.submission)
            await self._settled(job, Hindrance(SOON))
        except asyncio.CancelledError:
            await _ended(steps, ending)
            with suppress(ArenaError):
                await asyncio.to_thread(self._give_back, job)
            raise
        finally:
            keeping.cancel()
            await _ended(steps, ending)
            tidying = asyncio.get_running_loop().run_in_executor(None, self._tidy, job)
            await asyncio.shield(tidying)  # so that `_tidy` runs even if this task is cancelled before a thread is free

    def _tidy(self, job: Job) -> None:
        remove(self._means.folder / job.name())
        sweep_copies(self._base, self._means.copies)

    async def _settled(self, job: Job, found: Rejection | Hindrance) -> None:
        """Records that a job failed: puts the job back into the queue, or rejects the submission.

        While the database cannot be reached, the method tries again, so that the job does not count as lost.
        """
        while True:
            try:
                await asyncio.to_thread(self._settle, job, found)
            except ArenaError as error:
                if error.code != AWAY:
                    return  # without a record, the job becomes due again later
                await asyncio.sleep(LOOK_S)
            else:
                return

    def _settle(self, job: Job, found: Rejection | Hindrance) -> None:
        now_ms = self._now_ms()
        with self._base.writing() as connection:
            if isinstance(found, Hindrance):
                if put_back(connection, job, now_ms + job.delay_ms(), lost=job.lost + 1 if found.lost else 0):
                    note = Note(now_ms, State.RETRYING, found.sentence, found.hint)
                    moved(connection, job.submission, note, WAITING)
            elif found.again and not job.failed:
                if put_back(connection, job, now_ms + AGAIN_MS, failed=1):
                    note = Note(now_ms, State.RETRYING, found.sentence, ONCE_MORE, found.output)
                    moved(connection, job.submission, note, WAITING)
            elif finish_job(connection, job, now_ms):
                note = Note(now_ms, State.REJECTED, found.sentence, found.hint, found.output)
                moved(connection, job.submission, note, WAITING)

    def _give_back(self, job: Job) -> None:
        now_ms = self._now_ms()
        with self._base.writing() as connection:
            put_back(connection, job, now_ms)

    async def _keep(self, job: Job) -> None:
        """Renews the worker's lease on a job at intervals.

        Returns when the job belongs to another worker or is over, for example because its submission was withdrawn.
        """
        while True:
            self._look.clear()
            await _set_or_later(self._look, LEASE_MS / 3000)
            with suppress(ArenaError):
                if not await asyncio.to_thread(self._kept, job):
                    return

    def _kept(self, job: Job) -> bool:
        with self._base.writing() as connection:
            return keep_job(connection, job, self._now_ms())


async def _ended(steps: "asyncio.Task[None]", ending: Ending) -> None:
    """Cancels the task `steps`, ends its build in progress, and waits until the task has ended."""
    if not steps.done():
        await asyncio.to_thread(ending.end)
        steps.cancel()
        await asyncio.gather(steps, return_exceptions=True)


async def _set_or_later(event: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
