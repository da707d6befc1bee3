"""What students of a course have handed in to a ladder comes to lie among the downloads of the course.

From there on it is a hand-in as any other, whose receipt is the server's.

Rule 1: a hand-in is for the assignment its bot.toml names as version, else for the first whose deadline its author had
still before them when the server received it, or for the last.
Rule 2: what lies there is never changed, nor a receipt that somebody has mended.
"""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sql

from arena.course.files import read_table, table_text, write_whole
from arena.course.folder import Course
from arena.course.handins.finding import BAD_RECEIPTS, RECEIPTS
from arena.course.plan.plan import Assignment
from arena.errors import ArenaError
from arena.ladder.accounts.people import name_key
from arena.ladder.courses.inviting import read_invitations
from arena.ladder.keeping.tables import PERSON, SUBMISSION
from arena.ladder.ladder import Ladder
from arena.ladder.submissions.states import State


@dataclass(frozen=True, slots=True)
class Collected:
    """What came to an assignment."""

    new: tuple[str, ...]
    """Files."""
    there: int
    """That lay there before."""


@dataclass(frozen=True, slots=True)
class _HandIn:
    file: str
    archive: Path
    received: datetime


def collect(course: Course, ladder: Ladder, assignment: str) -> Collected:
    """Takes what is for an assignment and is not there yet; what was withdrawn is left out.

    Raises ArenaError [not-invited], [lost-archive], [bad-receipts], [not-written], OSError.
    """
    wanted, folder = course.plan.assignment(assignment), course.downloads(assignment)
    found = list(_hand_ins(course, ladder, wanted))
    folder.mkdir(parents=True, exist_ok=True)
    new = [one for one in found if not (folder / one.file).exists()]
    for one in new:
        _copy(one.archive, folder / one.file)
    _note_receipts(folder / RECEIPTS, found)
    return Collected(tuple(one.file for one in new), len(found) - len(new))


def _hand_ins(course: Course, ladder: Ladder, wanted: Assignment) -> Iterator[_HandIn]:
    """All hand-ins for an assignment, in order."""
    invited = read_invitations(course)
    if not invited:
        raise ArenaError(
            "not-invited",
            "nobody of this course was invited to a ladder",
            "arena course invite --ladder FOLDER does it",
        )
    students = {name_key(one.account): student for student, one in reversed(invited.items())}
    with ladder.base.reading() as connection:
        rows = connection.execute(
            sql.select(SUBMISSION, PERSON.c.name_key)
            .join(PERSON, PERSON.c.id == SUBMISSION.c.person_id)
            .where(PERSON.c.name_key.in_(students), SUBMISSION.c.state != State.WITHDRAWN)
            .order_by(SUBMISSION.c.id)
        ).all()
    for row in rows:
        student = invited[students[row.name_key]].id
        received = datetime.fromtimestamp(row.received_ms / 1000, UTC)
        author = course.roster.author_of(student)
        if author and _meant(course, author, row.version or "", received) == wanted.name:
            archive = ladder.blobs.place(row.digest)
            yield _HandIn(f"{student}_submission-{row.id}{_ending(archive, row.id)}", archive, received)


def _meant(course: Course, author: str, version: str, received: datetime) -> str:
    """The assignment a hand-in is for."""
    for one in course.plan.assignments:
        if one.name == version:
            return one.name
    ahead = [one for one in course.plan.assignments if received <= course.extensions.deadline(one, author)]
    first = min(ahead, key=lambda one: one.deadline.timestamp(), default=None)
    return (first or max(course.plan.assignments, key=lambda one: one.deadline.timestamp())).name


def _ending(archive: Path, number: int) -> str:
    try:
        with archive.open("rb") as file:
            beginning = file.read(2)
    except OSError as error:
        raise ArenaError(
            "lost-archive",
            f"the archive of submission {number} cannot be read: {error.strerror}",
            f"restore {archive} from a backup; nothing was collected",
        ) from error
    return {b"\x1f\x8b": ".tar.gz", b"PK": ".zip"}.get(beginning, ".tar")


def _copy(archive: Path, place: Path) -> None:
    """It is all there or not at all."""
    draft = place.with_name(f".{place.name}.new")
    shutil.copyfile(archive, draft)
    with draft.open("rb") as file:
        os.fsync(file.fileno())
    draft.replace(place)


def _note_receipts(path: Path, found: list[_HandIn]) -> None:
    rows = read_table(path, BAD_RECEIPTS) if path.exists() else []
    known = {row.get("file") for row in rows}
    new = [
        {"file": one.file, "received": one.received.isoformat(" ", "milliseconds")}
        for one in found
        if one.file not in known
    ]
    if new:
        write_whole({path: table_text(("file", "received"), [*rows, *new])})
