"""`submissions.lock`: the hash and receipt of each hand-in, the authors, and the bots of the final.

The lock holds only facts. Which hand-in counts follows from them, the late rule and the extensions, and is computed
anew each time.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Self

from arena.course.closing.choosing import Receipt
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
"""The name of the folder, in a final's folder, with the course's own baselines."""


@dataclass(frozen=True, slots=True)
class Locked:
    """The facts about a hand-in when it was locked."""

    place: str
    author: str
    received: str
    """The time of receipt as ISO 8601 text with its offset from UTC."""
    by: str
    """The source of the time of receipt."""
    locked: str
    """The moment of locking as ISO 8601 text with its offset from UTC."""
    content: str
    """The hash of the hand-in's content, in hexadecimal."""
    broken: str | None = None
    """What is wrong with the hand-in; empty if nothing is, None if it was not tried."""
    advice: str = ""
    output: str = ""

    def receipt(self) -> Receipt:
        """The place and time that decide whether the hand-in counts."""
        return Receipt(self.place, datetime.fromisoformat(self.received))


@dataclass(frozen=True, slots=True)
class Author:
    """An author and their students when an assignment was closed; groups may have changed since."""

    author: str
    alias: str
    students: tuple[str, ...]
    """The ids of the author's students."""


@dataclass(frozen=True, slots=True)
class Entered:
    """The bot of an author in the final."""

    author: str
    alias: str
    place: str
    """The place of the hand-in that the bot comes from."""
    manifest: str
    """The path of the bot's folder, relative to the league file's folder."""
    bot: str
    """The hash of the bot as it plays, in hexadecimal."""


@dataclass(frozen=True, slots=True)
class OwnBaseline:
    """The facts about a baseline of the course's own in the final."""

    name: str
    content: str
    """The hash of the bot in the course's folder when it was copied, in hexadecimal."""
    manifest: str
    """The path of the copy's folder, relative to the league file's folder."""
    bot: str
    """The hash of the copy, which plays, in hexadecimal."""


@dataclass(frozen=True, slots=True)
class Lock:
    """Everything that was locked when an assignment was closed."""

    assignment: str
    number: int
    """The number of the final; a new final with the next number is made if the counting hand-ins change."""
    closed: str
    league: str
    commitment: str
    """The commitment to the final's seed, made before the final was played."""
    baselines: tuple[str, ...]
    """The names in grades of the baselines that play in the final."""
    authors: tuple[Author, ...]
    hand_ins: tuple[Locked, ...]
    """All locked hand-ins, in order of receipt."""
    entered: tuple[Entered, ...]
    own: tuple[OwnBaseline, ...] = ()
    """The baselines in the final that are the course's own, not house bots."""

    @classmethod
    def read(cls, course: Course, assignment: str) -> Self | None:
        """The lock of an assignment; None if it is not closed. Raises ArenaError [damaged-lock]."""
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
                "damaged-lock", f"{path} cannot be read: {error}", "restore this file from a backup"
            ) from error

    def write(self, course: Course, others: Mapping[Path, str]) -> None:
        """Writes the lock and the files `others`, all or none."""
        text = json.dumps(asdict(self), indent=1) + "\n"
        write_whole({course.closed(self.assignment) / LOCK: text, **others})

    def of(self, author: str) -> tuple[Locked, ...]:
        """The locked hand-ins of one author."""
        return tuple(one for one in self.hand_ins if one.author == author)

    def author_of(self, student: Student) -> Author | None:
        """The author to which a student belonged at the closing, by any id of the student; None if there was none."""
        names = student.known_as()
        return next((one for one in self.authors if not names.isdisjoint(map(composed, one.students))), None)

    def as_closed(self, course: Course, *, joined: bool = False) -> Course:
        """The course with the authors that were locked; students who have left the roster have only their ids.

        Students who came since are alone, or, if `joined`, in the group that the roster says.
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
    """The locked name of the group that a student has joined since; the roster's name if that group is new."""
    return by_alias.get(student.alias, student.group) if student.group else ""


def _of(author: Author, student: Student) -> Student:
    return replace(student, group="" if author.author == student.id else author.author, alias=author.alias)


def demand_lock(course: Course, assignment: str) -> Lock:
    """The lock of a closed assignment; raises ArenaError [not-closed] if there is none."""
    lock = Lock.read(course, assignment)
    if lock is None:
        raise ArenaError("not-closed", f"{assignment} is not closed yet", f"run arena course close {assignment}")
    return lock
