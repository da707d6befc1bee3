"""Takes a submission through the steps of its examination: unpacking, building, checking, activating.

Rule: the end of each step is recorded in a transaction that also checks that the job still belongs to this worker. If a
worker is killed in the middle of a step, the step has had no effect and is repeated.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError

from arena.building.builds.command import Ending
from arena.building.manifest import Manifest
from arena.ladder.accounts.people import alike_among, name_key
from arena.ladder.examining.cluster import ExaminationElsewhere
from arena.ladder.examining.examining import Examination, Hindrance, Means, Rejection
from arena.ladder.examining.measures import timed
from arena.ladder.keeping.base import Base
from arena.ladder.keeping.blobs import Blobs
from arena.ladder.keeping.tables import BOT, SUBMISSION
from arena.ladder.submissions.copies import let_sweep
from arena.ladder.submissions.notes import Note, moved
from arena.ladder.submissions.queue import Job, finish_job, keep_job
from arena.ladder.submissions.states import REACHED, WAITING, State
from arena.ladder.submissions.submissions import activate, supersede

OTHER_NAME: Final = "choose another name in bot.toml"


class Steps:
    """The steps in the examination of one submission by the worker that has the submission's job."""

    def __init__(
        self, base: Base, blobs: Blobs, means: Means, now_ms: Callable[[], int], job: Job, ending: Ending
    ) -> None:
        self._base, self._means, self._now_ms, self._job = base, means, now_ms, job
        self._blobs, self._ending = blobs, ending

    async def take(self) -> None:
        """Unpacks, builds, checks and activates the submission; raises Rejection, Hindrance, ArenaError.

        Returns early if the job no longer belongs to this worker, or if the submission needs no more steps.
        """
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
            raise Hindrance("the stored archive is missing")
        return archive

    def _digest(self) -> str | None:
        """Returns the hash of the submission's archive.

        If the submission needs no more steps, finishes its job and returns None.
        """
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
                moved(
                    connection, number, Note(now_ms, State.SUPERSEDED, f"submission {later} has replaced it"), WAITING
                )
                return False
            if not _advanced(connection, number, Note(now_ms, State.UNPACKED, f"{bot.name}, version {bot.version}")):
                return False
            supersede(connection, bot_id, now_ms, WAITING, f"submission {number} has replaced it", older_than=number)
            return True

    def _reached(self, state: State, told: str) -> bool:
        now_ms = self._now_ms()
        with self._base.writing() as connection:
            held = keep_job(connection, self._job, now_ms)
            return held and _advanced(connection, self._job.submission, Note(now_ms, state, output=told))

    def _pass(self, told: str) -> None:
        """Records that a submission passed the check, and activates the submission.

        `told`: the text about the check. Raises Rejection if the bot's name is taken, or looks like the name of another
        author's bot.
        """
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
                others = sql.select(BOT.c.name).where(BOT.c.public_key.is_not(None), BOT.c.person_id != row.person_id)
                if (like := alike_among(row.name, connection.scalars(others))) is not None and not row.public_key:
                    raise Rejection(f"{row.name} looks like {like}, another author's bot in this ladder", OTHER_NAME)
                connection.execute(sql.update(BOT).where(BOT.c.id == row.id).values(public_key=row.name_key))
                connection.execute(sql.update(SUBMISSION).where(SUBMISSION.c.id == number).values(checked_ms=now_ms))
                activate(connection, number, now_ms, (State.CHECKED,))
        except IntegrityError as error:
            raise Rejection("another author's bot in this ladder has the same name", OTHER_NAME) from error


def _advanced(connection: sql.Connection, number: int, note: Note) -> bool:
    """Moves a submission to the state of `note`, and writes `note` to its log.

    Does nothing if the submission has already reached this state or a later one. Returns whether the submission is
    still being examined; False, for example, if it was withdrawn.
    """
    state = State(connection.execute(sql.select(SUBMISSION.c.state).where(SUBMISSION.c.id == number)).scalar_one())
    if state in REACHED and REACHED[state] >= REACHED[note.state]:
        return True
    return moved(connection, number, note, WAITING)


def _bot(connection: sql.Connection, person_id: int, name: str) -> int:
    """Returns the id of this person's bot with this name; adds a row for the bot if there is none."""
    key = name_key(name)
    there = connection.scalar(sql.select(BOT.c.id).where(BOT.c.person_id == person_id, BOT.c.name_key == key))
    if there is not None:
        return int(there)
    made = connection.execute(sql.insert(BOT).values(person_id=person_id, name=name, name_key=key).returning(BOT.c.id))
    return int(made.scalar_one())
