"""Workers take jobs from the queue one by one and examine their submissions.

Rule 1: a submission that was withdrawn meanwhile stays withdrawn.
Rule 2: several workers run side by side, and another worker may have a lost job already. So a worker's files lie in a
folder named after the job and its try.
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
SOON: Final = "something here failed; it is tried again"
MOST_LOST: Final = 4
"""How often in a row a server may die while it works on one job; after that, the submission is held."""
AGAIN_MS: Final = 30_000
"""The ms for which a submission that failed for the first time waits for its second try."""
ONCE_MORE: Final = "the step is tried once more before its failure counts, because machines are busy at times"


class Worker:
    """Takes jobs from the queue and examines their submissions, until it is cancelled."""

    def __init__(self, base: Base, blobs: Blobs, means: Means, now_ms: Callable[[], int]) -> None:
        self._base, self._blobs, self._means, self._now_ms = base, blobs, means, now_ms
        self._holder = secrets.token_hex(8)
        self._wake, self._look = asyncio.Event(), asyncio.Event()
        self.is_running = False
        self._reads = True
        """Whether the queue could be read last time; a failure to read it is logged only if this is True."""

    def wake(self) -> None:
        """Makes the worker look at once for new jobs and withdrawals; called in the loop's thread."""
        self._wake.set()
        self._look.set()

    async def run(self) -> None:
        """Does jobs until it is cancelled; a job that is then unfinished goes back to the queue."""
        self.is_running = True
        try:
            while True:
                await self._turn()
        finally:
            self.is_running = False

    async def _turn(self) -> None:
        """Does the next job; if there is none, waits until `wake` is called or LOOK_S have passed."""
        self._wake.clear()
        try:
            worked = await self._worked()
        except Exception:  # whatever failed: submissions were acknowledged, so the worker must go on
            LOG.exception("the worker of the ladder failed, and continues")
            worked = False
        if not worked:
            await _set_or_later(self._wake, LOOK_S)

    async def _worked(self) -> bool:
        """Does the next job, and returns whether there was one."""
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
        """Holds a submission whose examination was cut off too often: it is not tried again until an organiser acts."""
        now_ms = self._now_ms()
        LOG.error("submission %d is held: the examining process was ended %d times", job.submission, job.lost)
        with self._base.writing() as connection:
            if finish_job(connection, job, now_ms):
                sentence = f"the examination was cut off {job.lost} times, so it is not tried again"
                hint = "withdraw it, and ask whoever runs this ladder what became of it"
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
            await asyncio.shield(tidying)  # so it is done even if this is cancelled before a thread is free

    def _tidy(self, job: Job) -> None:
        remove(self._means.folder / job.name())
        sweep_copies(self._base, self._means.copies)

    async def _settled(self, job: Job, found: Rejection | Hindrance) -> None:
        """Records the outcome of a job; while the database is away, tries again, so the job does not count as lost."""
        while True:
            try:
                await asyncio.to_thread(self._settle, job, found)
            except ArenaError as error:
                if error.code != AWAY:
                    return  # the job is due again by itself
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
        """Renews the lease while the job is under way; returns when the job is over, for example withdrawn."""
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
    """Cancels the steps of a job that is over, ends the build or check under way, and waits for their end."""
    if not steps.done():
        await asyncio.to_thread(ending.end)
        steps.cancel()
        await asyncio.gather(steps, return_exceptions=True)


async def _set_or_later(event: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
