"""The worker of a server: takes jobs one after the other, and brings each submission as far as it comes.

Rule 1: each step is written down when it is over, in a transaction that sees the lease is still ours. A worker that is
killed has done nothing twice: what it had not written down is done again.
Rule 2: a submission that was withdrawn meanwhile stays so.
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
from arena.ladder.examining import Examination, Hindrance, Means, Rejection
from arena.ladder.keeping.base import Base
from arena.ladder.keeping.blobs import Blobs
from arena.ladder.keeping.tables import BOT, SUBMISSION
from arena.ladder.notes import Note, moved
from arena.ladder.people import name_key
from arena.ladder.queue import LEASE_MS, Job, finish_job, keep_job, put_back, take_job
from arena.ladder.states import REACHED, WAITING, State
from arena.ladder.submissions import activate, supersede
from arena.league.builds.command import end_builds
from arena.league.builds.seal import remove
from arena.league.manifest import Manifest

LOOK_S: Final = 1.0
LOG: Final = logging.getLogger(__name__)
SOON: Final = "something here failed; it is tried again"


class Worker:
    """Works off the queue until it is told to stop."""

    def __init__(self, base: Base, blobs: Blobs, means: Means, now_ms: Callable[[], int]) -> None:
        self._base, self._blobs, self._means, self._now_ms = base, blobs, means, now_ms
        self._holder = secrets.token_hex(8)
        self._wake = asyncio.Event()
        self._stopping = False

    def wake(self) -> None:
        """There is something to do; called in the loop's thread."""
        self._wake.set()

    async def run(self) -> None:
        """Works until it is cancelled; what it is at is done again by the next one."""
        try:
            while True:
                self._wake.clear()
                if job := await self._taken():
                    await self._work(job)
                    continue
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_S):
                        await self._wake.wait()
        finally:
            self._stopping = True
            end_builds()

    async def _taken(self) -> Job | None:
        try:
            return await asyncio.to_thread(self._take)
        except ArenaError as error:
            LOG.warning("the queue of the ladder cannot be read: %s", error.message)
            return None

    def _take(self) -> Job | None:
        with self._base.writing() as connection:
            return take_job(connection, self._holder, self._now_ms())

    async def _work(self, job: Job) -> None:
        keeping = asyncio.create_task(self._keep(job))
        try:
            await _Steps(self._base, self._blobs, self._means, self._now_ms, job).take()
        except (Rejection, Hindrance) as found:
            if isinstance(found, Hindrance):
                LOG.warning("submission %d is tried again: %s", job.submission, found.sentence)
            if not self._stopping:
                await self._settled(job, found)
        except ArenaError as error:
            LOG.warning("submission %d is tried again: %s", job.submission, error.message)
        except Exception:  # no submission may end the worker; the job is due again later
            LOG.exception("submission %d is tried again", job.submission)
            await self._settled(job, Hindrance(SOON))
        finally:
            keeping.cancel()
            await asyncio.to_thread(remove, self._means.folder / str(job.submission))

    async def _settled(self, job: Job, found: Rejection | Hindrance) -> None:
        with suppress(ArenaError):  # the job is due again by itself
            await asyncio.to_thread(self._settle, job, found)

    def _settle(self, job: Job, found: Rejection | Hindrance) -> None:
        now_ms = self._now_ms()
        with self._base.writing() as connection:
            if isinstance(found, Rejection):
                if finish_job(connection, job, now_ms):
                    note = Note(now_ms, State.REJECTED, found.sentence, found.hint, found.output)
                    moved(connection, job.submission, note, WAITING)
            elif put_back(connection, job, now_ms + job.delay_ms()):
                note = Note(now_ms, State.RETRYING, found.sentence, found.hint)
                moved(connection, job.submission, note, WAITING)

    async def _keep(self, job: Job) -> None:
        """Keeps the lease while the job is worked at."""
        while True:
            await asyncio.sleep(LEASE_MS / 3000)
            with suppress(ArenaError):
                await asyncio.to_thread(self._kept, job)

    def _kept(self, job: Job) -> None:
        with self._base.writing() as connection:
            keep_job(connection, job, self._now_ms())


class _Steps:
    """One job, step by step."""

    def __init__(self, base: Base, blobs: Blobs, means: Means, now_ms: Callable[[], int], job: Job) -> None:
        self._base, self._means, self._now_ms, self._job = base, means, now_ms, job
        self._blobs = blobs

    async def take(self) -> None:
        """Takes all steps; raises Rejection, Hindrance, ArenaError. Ends early where the job is not ours any more."""
        digest = await asyncio.to_thread(self._digest)
        if digest is None:
            return
        examination = Examination(self._means, self._job.submission, self._archive(digest))
        bot = await examination.unpack()
        if not await asyncio.to_thread(self._reached_unpacked, bot):
            return
        copy, told = await examination.build(bot)
        if not await asyncio.to_thread(self._reached, State.BUILT, told):
            return
        told = await examination.check(copy)
        await asyncio.to_thread(self._pass, told)

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
            connection.execute(
                sql.update(SUBMISSION)
                .where(SUBMISSION.c.id == number)
                .values(bot_id=bot_id, version=bot.version, content_hash=bot.content_hash.hex())
            )
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
