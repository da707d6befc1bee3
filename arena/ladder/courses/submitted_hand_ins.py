"""Collects the submissions of a course's students on a ladder as hand-ins for the course.

A collected submission counts like any other hand-in; the time when the server received it is its time of receipt.

Rule 1: if the version in a hand-in's bot.toml is the name of an assignment, the hand-in belongs to this assignment.
Otherwise, it belongs to the assignment with the earliest deadline, of those still open to its author when the server
received it. If none was open, it belongs to the assignment with the last deadline.
Rule 2: collecting never changes a hand-in that was collected before, nor a time of receipt that somebody has corrected.
A submission that is not unpacked yet is left out, because its assignment is not known. But if an attempt to unpack it
has failed, the time when the server received it decides, as in rule 1. A submission that was collected for another
assignment is not collected again.
Rule 3: an account on the ladder belongs to each student on the roster who was invited to it, as long as the student's
alias is the account's name.
"""

import re
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sql

from arena.course.closing.lock import LOCK
from arena.course.folder import Course
from arena.course.handins.receipts import RECEIPTS, note_receipts
from arena.course.people.student import Student
from arena.course.plan.plan import Assignment
from arena.errors import ArenaError
from arena.files.whole import making
from arena.ladder.accounts.people import name_key
from arena.ladder.courses.invitations import Invitation, read_invitations
from arena.ladder.keeping.tables import PERSON, SUBMISSION
from arena.ladder.ladder import Ladder
from arena.ladder.submissions.states import State

MARK: Final = "_submission-"
FILE: Final = re.compile(rf"(.+){MARK}(\d+)\.(?:tar|tar\.gz|zip)")
"""The file name of a collected hand-in, with two groups: the id of its student, and the number of the submission."""


@dataclass(frozen=True, slots=True)
class Collected:
    """The result of collecting the hand-ins for one assignment."""

    new: tuple[str, ...]
    """The names of the newly collected files."""
    there: int
    """The number of hand-ins that had been collected before."""
    told: tuple[str, ...] = ()
    """A sentence about each submission that was left out, with the reason."""


@dataclass(frozen=True, slots=True)
class _HandIn:
    file: str
    archive: Path
    received: datetime


def collect(course: Course, ladder: Ladder, assignment: str) -> Collected:
    """Copies all new hand-ins for an assignment, except withdrawn hand-ins, into the course's folder.

    Raises ArenaError [not-invited], [lost-archive], [bad-receipts], [not-written], OSError. Raises ArenaError
    [still-waiting] if some submissions are not unpacked yet, but only after all other hand-ins have been copied.
    """
    wanted, folder = course.plan.assignment(assignment), course.downloads(assignment)
    waiting: list[int] = []
    told: list[str] = []
    found = list(_hand_ins(course, ladder, wanted, waiting, told))
    folder.mkdir(parents=True, exist_ok=True)
    new = [one for one in found if not (folder / one.file).exists()]
    for one in new:
        _copy(one.archive, folder / one.file)
    note_receipts(folder / RECEIPTS, {one.file: one.received for one in found})
    _demand_none(waiting, len(new))
    return Collected(tuple(one.file for one in new), len(found) - len(new), tuple(told))


def _hand_ins(
    course: Course, ladder: Ladder, wanted: Assignment, waiting: list[int], told: list[str]
) -> Iterator[_HandIn]:
    """Yields all hand-ins for an assignment, in order of submission.

    Adds to `waiting` the number of each submission that is not unpacked yet. Adds to `told` a sentence about each
    submission that is left out because its account belongs to no student (rule 3 of this module).
    """
    invited = read_invitations(course)
    if not invited:
        raise ArenaError(
            "not-invited",
            "the students of this course have not been invited to a ladder yet",
            "invite the students with arena course invite --ladder FOLDER; FOLDER is the folder of the ladder",
        )
    students, folder = _students(course, invited), course.downloads(wanted.name)
    closed = (course.closed(wanted.name) / LOCK).exists()
    here = _lying(course, wanted)
    elsewhere = {file for one in course.plan.assignments for file in _lying(course, one)} - here
    for row in _submissions(ladder, {name_key(one.account) for one in invited.values()}):
        student = students.get(row.name_key)
        called = {(identity, row.id) for identity, one in invited.items() if name_key(one.account) == row.name_key}
        lies_here = not here.isdisjoint(called)
        if not elsewhere.isdisjoint(called):
            continue
        if student is None:
            told.append(
                f"submission {row.id} is left out: its author {row.name_key} is no longer the account of an invited "
                "student"
            )
        elif not lies_here and row.version is None and row.state == State.RECEIVED:
            waiting.append(row.id)
        elif lies_here or _meant(course, student.author, row) == wanted.name:
            archive = ladder.blobs.place(row.digest)
            file = f"{student.id}{MARK}{row.id}{_ending(archive, row.id)}"
            # otherwise the closed assignment has this hand-in under another name
            if not closed or not lies_here or (folder / file).exists():
                yield _HandIn(file, archive, _received(row))


def _demand_none(waiting: Sequence[int], collected: int) -> None:
    """Raises ArenaError [still-waiting] if `waiting` is not empty.

    `waiting`: the numbers of submissions that the ladder has not unpacked yet; `collected`: the number of newly copied
    hand-ins, for the error's sentence.
    """
    if waiting:
        raise ArenaError(
            "still-waiting",
            "the ladder has not unpacked these submissions yet, so their assignments are not known: "
            f"{', '.join(map(str, waiting))}; the course's folder has all other hand-ins for this assignment, and this "
            f"command added {collected} of those hand-ins",
            "wait until the ladder has unpacked these submissions, run this command again, and only then close the "
            "assignment",
        )


def _students(course: Course, invited: Mapping[str, Invitation]) -> dict[str, Student]:
    """Returns the student to whom each account belongs, by the `name_key` of the account's name.

    For the account of a group, this is the member whose invitation is the first in the file.
    """
    found: dict[str, Student] = {}
    for identity, one in invited.items():
        student, account = course.roster.find(identity), name_key(one.account)
        if student and name_key(student.alias) == account:
            found.setdefault(account, replace(student, id=one.id, group=student.author))
    return found


def _submissions(ladder: Ladder, accounts: Collection[str]) -> Sequence[sql.Row[Any]]:
    with ladder.base.reading() as connection:
        return connection.execute(
            sql.select(SUBMISSION, PERSON.c.name_key)
            .join(PERSON, PERSON.c.id == SUBMISSION.c.person_id)
            .where(PERSON.c.name_key.in_(accounts), SUBMISSION.c.state != State.WITHDRAWN)
            .order_by(SUBMISSION.c.id)
        ).all()


def _lying(course: Course, assignment: Assignment) -> set[tuple[str, int]]:
    """Returns the hand-ins already collected for an assignment, each as a student's id in lower case and a submission's
    number.
    """
    names = (path.name for path in course.downloads(assignment.name).glob(f"*{MARK}*"))
    return {(found[1].casefold(), int(found[2])) for name in names if (found := FILE.fullmatch(name))}


def _received(row: sql.Row[Any]) -> datetime:
    return datetime.fromtimestamp(row.received_ms / 1000, UTC)


def _meant(course: Course, author: str, row: sql.Row[Any]) -> str:
    """Returns the name of the assignment to which a submission belongs, according to rule 1 of this module."""
    for one in course.plan.assignments:
        if one.name == row.version:
            return one.name
    received = _received(row)
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
    """Copies an archive to `place`; after a failure, no incomplete copy remains there."""
    with making(place) as draft:
        shutil.copyfile(archive, draft)
