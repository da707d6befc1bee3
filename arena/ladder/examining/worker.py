"""A worker of a server: takes jobs one after the other, and brings each submission as far as it comes.

Rule 1: each step is written down when it is over, in a transaction that sees the lease is still ours. A worker that is
killed has done nothing twice: what it had not written down is done again.
Rule 2: a submission that was withdrawn meanwhile stays so.
Rule 3: several work side by side, and a job that was lost may be at another one already: what one has under way lies
in a folder named after its job and its try.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError

from arena.errors import ArenaError
from arena.ladder.accounts.people import name_key
from arena.ladder.examining.elsewhere import ExaminationElsewhere
from arena.ladder.examining.examining import Examination, Hindrance, Means, Rejection
from arena.ladder.examining.measures import timed
from arena.ladder.keeping.base import AWAY, Base
from arena.ladder.keeping.blobs import Blobs
from arena.ladder.keeping.tables import BOT, SUBMISSION
from arena.ladder.submissions.copies import let_sweep, sweep_copies
from arena.ladder.submissions.notes import Note, moved
from arena.ladder.submissions.queue import LEASE_MS, Job, finish_job, keep_job, put_back, take_job
from arena.ladder.submissions.states import REACHED, WAITING, State
from arena.ladder.submissions.submissions import activate, supersede
from arena.league.builds.command import Ending
from arena.league.builds.seal import remove
from arena.league.files.manifest import Manifest
from arena.text import one_line

LOOK_S: Final = 1.0
LOG: Final = logging.getLogger(__name__)
SOON: Final = "something here failed; it is tried again"
MOST_LOST: Final = 4
"""How often in a row a server may end while it is at one job."""
AGAIN_MS: Final = 30_000
"""How long what failed for the first time waits until it is tried once more."""
ONCE_MORE: Final = "it is tried once more before it counts, because machines are busy at times"


class Worker:
    """Works off the queue until it is told to stop."""

    def __init__(self, base: Base, blobs: Blobs, means: Means, now_ms: Callable[[], int]) -> None:
        self._base, self._blobs, self._means, self._now_ms = base, blobs, means, now_ms
        self._holder = secrets.token_hex(8)
        self._wake, self._look = asyncio.Event(), asyncio.Event()
        self.is_running = False
        self._reads = True
        """Whether the queue can be read; that it cannot is logged once."""

    def wake(self) -> None:
        """There is something to do, or not to do any more; called in the loop's thread."""
        self._wake.set()
        self._look.set()

    async def run(self) -> None:
        """Works until it is cancelled; what it is at is done again by the next one."""
        self.is_running = True
        try:
            while True:
                await self._turn()
        finally:
            self.is_running = False

    async def _turn(self) -> None:
        """Does the next job, or waits until there may be one."""
        self._wake.clear()
        try:
            worked = await self._worked()
        except Exception:  # whatever it was: what is handed in is acknowledged, so somebody has to work
            LOG.exception("the worker of the ladder failed, and goes on")
            worked = False
        if not worked:
            await _set_or_later(self._wake, LOOK_S)

    async def _worked(self) -> bool:
        """Does the next job, and says whether there was one."""
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
        """It has ended its server too often: it is not tried again by itself."""
        now_ms = self._now_ms()
        LOG.error("submission %d is held: what examined it was ended %d times", job.submission, job.lost)
        with self._base.writing() as connection:
            if finish_job(connection, job, now_ms):
                sentence = f"what examined this was ended {job.lost} times meanwhile, so it is tried no more"
                hint = "withdraw it, and ask who runs this ladder what became of it"
                moved(connection, job.submission, Note(now_ms, State.RETRYING, sentence, hint), WAITING)

    async def _work(self, job: Job) -> None:
        ending = Ending()
        keeping = asyncio.create_task(self._keep(job, ending))
        try:
            await _Steps(self._base, self._blobs, self._means, self._now_ms, job, ending).take()
        except (Rejection, Hindrance) as found:
            if isinstance(found, Hindrance):
                LOG.warning("submission %d is tried again: %s", job.submission, one_line(found.sentence))
            await self._settled(job, found)
        except ArenaError as error:
            LOG.warning("submission %d is tried again: %s", job.submission, one_line(error.message))
            await self._settled(job, Hindrance(SOON))
        except Exception:  # no submission may end the worker; the job is due again later
            LOG.exception("submission %d is tried again", job.submission)
            await self._settled(job, Hindrance(SOON))
        except asyncio.CancelledError:
            await asyncio.to_thread(ending.end)
            with suppress(ArenaError):
                await asyncio.to_thread(self._give_back, job)
            raise
        finally:
            keeping.cancel()
            tidying = asyncio.get_running_loop().run_in_executor(None, self._tidy, job)
            await asyncio.shield(tidying)  # it is done where this is cancelled, too, be it before a thread is free

    def _tidy(self, job: Job) -> None:
        remove(self._means.folder / job.name())
        sweep_copies(self._base, self._means.copies)

    async def _settled(self, job: Job, found: Rejection | Hindrance) -> None:
        """Writes down what came of a job; one that nothing is heard of counts as lost, so it waits for who is away."""
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

    async def _keep(self, job: Job, ending: Ending) -> None:
        """Keeps the lease while the job is worked at; ends its build if the job is over."""
        while True:
            self._look.clear()
            await _set_or_later(self._look, LEASE_MS / 3000)
            with suppress(ArenaError):
                if not await asyncio.to_thread(self._kept, job):
                    await asyncio.to_thread(ending.end)
                    return

    def _kept(self, job: Job) -> bool:
        with self._base.writing() as connection:
            return keep_job(connection, job, self._now_ms())


async def _set_or_later(event: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


class _Steps:
    """One job, step by step."""

    def __init__(
        self, base: Base, blobs: Blobs, means: Means, now_ms: Callable[[], int], job: Job, ending: Ending
    ) -> None:
        self._base, self._means, self._now_ms, self._job = base, means, now_ms, job
        self._blobs, self._ending = blobs, ending

    async def take(self) -> None:
        """Takes all steps; raises Rejection, Hindrance, ArenaError. Ends early where the job is not ours any more."""
        digest = await asyncio.to_thread(self._digest)
        if digest is None:
            return
        examination = self._examination(self._archive(digest))
        number = self._job.submission
        with timed("unpack", number):
            bot = await examination.unpack()
        if not await asyncio.to_thread(self._reached_unpacked, bot):
            return
        await asyncio.to_thread(let_sweep, self._means.copies)
        with timed("build", number):
            copy, told = await examination.build(bot)
        if not await asyncio.to_thread(self._reached, State.BUILT, told):
            return
        with timed("check", number):
            told = await examination.check(copy)
        await asyncio.to_thread(self._pass, told)

    def _examination(self, archive: Path) -> Examination:
        means, name = self._means, self._job.name()
        if means.cluster:
            return ExaminationElsewhere(means, name, archive, self._ending, means.cluster)
        return Examination(means, name, archive, self._ending)

    def _archive(self, digest: str) -> Path:
        archive = self._blobs.place(digest)
        if not archive.is_file():
            raise Hindrance("the archive is not where it was kept")
        return archive

    def _digest(self) -> str | None:
        """The archive of the submission; None if nothing is to be done for it any more, and the job is done."""
        with self._base.writing() as connection:
            row = connection.execute(
                sql.select(SUBMISSION.c.state, SUBMISSION.c.digest).where(SUBMISSION.c.id == self._job.submission)
            ).one()
            if row.state in WAITING:
                return str(row.digest)
            finish_job(connection, self._job, self._now_ms())
            return None

    def _reached_unpacked(self, bot: Manifest) -> bool:
        now_ms, number = self._now_ms(), self._job.submission
        with self._base.writing() as connection:
            if not keep_job(connection, self._job, now_ms):
                return False
            person_id = connection.execute(
                sql.select(SUBMISSION.c.person_id).where(SUBMISSION.c.id == number)
            ).scalar_one()
            bot_id = _bot(connection, person_id, bot.name)
            after = (SUBMISSION.c.bot_id == bot_id, SUBMISSION.c.id > number)
            standing = SUBMISSION.c.state.in_((*WAITING, State.ACTIVE))
            later = connection.scalar(sql.select(SUBMISSION.c.id).where(*after, standing))
            connection.execute(
                sql.update(SUBMISSION)
                .where(SUBMISSION.c.id == number)
                .values(bot_id=bot_id, version=bot.version, content_hash=bot.content_hash.hex())
            )
            if later is not None:
                finish_job(connection, self._job, now_ms)
                moved(connection, number, Note(now_ms, State.SUPERSEDED, f"submission {later} came after it"), WAITING)
                return False
            if not _advanced(connection, number, Note(now_ms, State.UNPACKED, f"{bot.name}, version {bot.version}")):
                return False
            supersede(connection, bot_id, now_ms, WAITING, f"submission {number} came after it", older_than=number)
            return True

    def _reached(self, state: State, told: str) -> bool:
        now_ms = self._now_ms()
        with self._base.writing() as connection:
            held = keep_job(connection, self._job, now_ms)
            return held and _advanced(connection, self._job.submission, Note(now_ms, state, output=told))

    def _pass(self, told: str) -> None:
        """It has passed the check: it plays from now on."""
        now_ms, number = self._now_ms(), self._job.submission
        try:
            with self._base.writing() as connection:
                if not finish_job(connection, self._job, now_ms):
                    return
                if not moved(connection, number, Note(now_ms, State.CHECKED, output=told), WAITING):
                    return
                row = connection.execute(
                    sql.select(BOT).join(SUBMISSION, SUBMISSION.c.bot_id == BOT.c.id).where(SUBMISSION.c.id == number)
                ).one()
                connection.execute(sql.update(BOT).where(BOT.c.id == row.id).values(public_key=row.name_key))
                connection.execute(sql.update(SUBMISSION).where(SUBMISSION.c.id == number).values(checked_ms=now_ms))
                activate(connection, number, now_ms, (State.CHECKED,))
        except IntegrityError as error:
            raise Rejection(
                "another author's bot in this ladder has the same name", "choose another name in bot.toml"
            ) from error


def _advanced(connection: sql.Connection, number: int, note: Note) -> bool:
    """Writes down how far a submission has come, unless that is written already; says whether it is on its way."""
    state = State(connection.execute(sql.select(SUBMISSION.c.state).where(SUBMISSION.c.id == number)).scalar_one())
    if state in REACHED and REACHED[state] >= REACHED[note.state]:
        return True
    return moved(connection, number, note, WAITING)


def _bot(connection: sql.Connection, person_id: int, name: str) -> int:
    """The bot of this person that is called so, made where it is new."""
    key = name_key(name)
    there = connection.scalar(sql.select(BOT.c.id).where(BOT.c.person_id == person_id, BOT.c.name_key == key))
    if there is not None:
        return int(there)
    made = connection.execute(sql.insert(BOT).values(person_id=person_id, name=name, name_key=key).returning(BOT.c.id))
    return int(made.scalar_one())
