"""`submissions.lock`: the hash and receipt of each hand-in, the authors, and the bots of the final.

The file does not record which hand-in of an author counts. This choice follows from the lock, the late rule and the
extensions, and is computed each time.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Self

from arena.course.closing.counting import Receipt
from arena.course.folder import Course
from arena.course.people.extensions import Extensions
from arena.course.people.names import composed
from arena.course.people.roster import Roster
from arena.course.people.student import Student
from arena.errors import ArenaError
from arena.files.whole import write_whole

LOCK: Final = "submissions.lock"
FINAL: Final = "final"
LEAGUE_FILE: Final = "league.toml"
BASELINES: Final = "baselines"
"""The name of the folder, within a final's folder, for copies of the baselines that the course itself provides."""


@dataclass(frozen=True, slots=True)
class Locked:
    """The record of a hand-in in the lock file, made when its assignment is closed."""

    place: str
    author: str
    received: str
    """The time of receipt as ISO 8601 text with its offset from UTC."""
    by: str
    """The source of the time of receipt, such as `receipts.csv` or the file's time."""
    locked: str
    """The moment of locking as ISO 8601 text with its offset from UTC."""
    content: str
    """The hash of the hand-in's content, in hexadecimal."""
    broken: str | None = None
    """The problem of the hand-in; empty if the hand-in works, None if it was not tested."""
    advice: str = ""
    output: str = ""

    def receipt(self) -> Receipt:
        """The hand-in's path in the folder of downloads, and its time of receipt."""
        return Receipt(self.place, datetime.fromisoformat(self.received))


@dataclass(frozen=True, slots=True)
class Author:
    """An author (a student or a group), and the students who belonged to it when the assignment was closed."""

    author: str
    alias: str
    students: tuple[str, ...]
    """The ids of the students who belong to the author."""


@dataclass(frozen=True, slots=True)
class Entered:
    """An author's bot in the final."""

    author: str
    alias: str
    place: str
    """The path, in the folder of downloads, of the hand-in that contains the bot."""
    manifest: str
    """The path of the bot's folder, relative to the league file's folder."""
    bot: str
    """The hash of the bot's content in the final's folder, in hexadecimal."""


@dataclass(frozen=True, slots=True)
class OwnBaseline:
    """The record, in the lock file, of a baseline that the course itself provides."""

    name: str
    content: str
    """The hash, in hexadecimal, of the baseline in the course's folder when it was copied into the final's folder."""
    manifest: str
    """The path of the folder with the final's copy of the baseline, relative to the league file's folder."""
    bot: str
    """The hash, in hexadecimal, of the final's copy of the baseline; this copy is the bot that plays."""


@dataclass(frozen=True, slots=True)
class Lock:
    """The content of an assignment's lock file: everything that was recorded when the assignment was closed."""

    assignment: str
    number: int
    """The number of the final; each new final of the assignment gets a higher number."""
    closed: str
    league: str
    commitment: str
    """The final's commitment in hexadecimal: a published hash of its seed and of all other data that decide results."""
    baselines: tuple[str, ...]
    """The names, as used in grades, of the baselines that play in the final."""
    authors: tuple[Author, ...]
    hand_ins: tuple[Locked, ...]
    """All hand-ins that were recorded, in order of receipt."""
    entered: tuple[Entered, ...]
    own: tuple[OwnBaseline, ...] = ()
    """The baselines in the final that the course provides; house bots, which come with the arena, are not included."""

    @classmethod
    def read(cls, course: Course, assignment: str) -> Self | None:
        """Reads the lock file of an assignment, which records its closing; None if the assignment is not closed.

        Raises ArenaError [damaged-lock].
        """
        path = course.closed(assignment) / LOCK
        try:
            said: dict[str, Any] = json.loads(path.read_text("utf-8"))
            said["hand_ins"] = tuple(Locked(**one) for one in said["hand_ins"])
            said["entered"] = tuple(Entered(**one) for one in said["entered"])
            said["authors"] = tuple(Author(**one | {"students": tuple(one["students"])}) for one in said["authors"])
            said["own"] = tuple(OwnBaseline(**one) for one in said.get("own", ()))
            said["baselines"] = tuple(said["baselines"])
            return cls(**said)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise ArenaError(
                "damaged-lock", f"the lock file {path} cannot be read: {error}", "restore this file from a backup"
            ) from error

    def write(self, course: Course, others: Mapping[Path, str]) -> None:
        """Writes this lock file and the files `others`, or none of them if any cannot be written. `others`: the text of
        each file, by path.
        """
        text = json.dumps(asdict(self), indent=1) + "\n"
        write_whole({course.closed(self.assignment) / LOCK: text, **others})

    def of(self, author: str) -> tuple[Locked, ...]:
        """The recorded hand-ins of one author."""
        return tuple(one for one in self.hand_ins if one.author == author)

    def author_of(self, student: Student) -> Author | None:
        """The author to whom a student belonged when the assignment was closed; None if the student was not in the
        course then.

        The student is found by any of their ids.
        """
        names = student.known_as()
        return next((one for one in self.authors if not names.isdisjoint(map(composed, one.students))), None)

    def as_closed(self, course: Course, *, joined: bool = False) -> Course:
        """Returns the course as it was at the closing: each student has the group and the alias of that time.

        A student who has left the roster since then has only an id. A student who has joined the course since then
        works alone or, if `joined`, in the group that the roster states.
        """
        by_alias = {one.alias: one.author for one in self.authors}
        students = []
        for student in course.roster.students:
            if then := self.author_of(student):
                students.append(_of(then, student))
            else:
                students.append(replace(student, group=_joining(by_alias, student) if joined else ""))
        there = {name for student in course.roster.students for name in student.known_as()}
        students += [
            _of(one, Student(left)) for one in self.authors for left in one.students if composed(left) not in there
        ]
        roster = Roster(students)
        return replace(course, roster=roster, extensions=Extensions(course.extensions.given, roster))

    def final(self, course: Course) -> Path:
        """The folder with the final's league file and bots."""
        return course.closed(self.assignment) / f"{FINAL}-{self.number}"

    def alias_of(self, author: str) -> str | None:
        """The alias under which an author's bot plays in the final; None if the author has no bot in it."""
        return next((one.alias for one in self.entered if one.author == author), None)


def _joining(by_alias: Mapping[str, str], student: Student) -> str:
    """The group of a student who joined the course after the assignment was closed; empty if the student has none.

    If the group has been renamed since then, the result is its name at the closing; the alias identifies the group.
    """
    return by_alias.get(student.alias, student.group) if student.group else ""


def _of(author: Author, student: Student) -> Student:
    return replace(student, group="" if author.author == student.id else author.author, alias=author.alias)


def demand_lock(course: Course, assignment: str) -> Lock:
    """The lock that records the closing of an assignment; raises ArenaError [not-closed] if it is not closed."""
    lock = Lock.read(course, assignment)
    if lock is None:
        raise ArenaError(
            "not-closed",
            f"the assignment {assignment} is not closed yet",
            f"close the assignment first, with arena course close {assignment}",
        )
    return lock
