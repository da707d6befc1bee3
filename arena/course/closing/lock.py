"""`submissions.lock`: the hash and receipt of each hand-in at the deadline, the authors, and the bots of the final.

The lock holds facts alone. Which hand-in counts follows from them, the late rule and the extensions, and is computed
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
"""The folder, within a final's, with the course's own baselines."""


@dataclass(frozen=True, slots=True)
class Locked:
    """A hand-in as it was locked."""

    place: str
    author: str
    received: str
    """The time of receipt, ISO 8601 with its offset."""
    by: str
    """The source of the time of receipt."""
    locked: str
    """The moment of locking, ISO 8601 with its offset."""
    content: str
    """The hash of the hand-in's content, in hexadecimal."""
    broken: str | None = None
    """What is wrong with the hand-in; empty if nothing is, None if it was not tried."""
    advice: str = ""
    output: str = ""

    def receipt(self) -> Receipt:
        """The place and time that decide whether it counts."""
        return Receipt(self.place, datetime.fromisoformat(self.received))


@dataclass(frozen=True, slots=True)
class Author:
    """An author of an assignment, as it was then, even if the group has changed since."""

    author: str
    alias: str
    students: tuple[str, ...]
    """The ids of the author's students."""


@dataclass(frozen=True, slots=True)
class Entered:
    """A bot that was entered for the final."""

    author: str
    alias: str
    place: str
    """The place of the hand-in."""
    manifest: str
    """The bot's folder, by its path from the league file's."""
    bot: str
    """The hash of the bot as it plays, in hexadecimal."""


@dataclass(frozen=True, slots=True)
class OwnBaseline:
    """A baseline that is the course's own."""

    name: str
    content: str
    """The hash of the bot as it lay in the course's folder, in hexadecimal."""
    manifest: str
    """The folder of its copy, by its path from the league file's."""
    bot: str
    """The hash of the bot as it plays, in hexadecimal."""


@dataclass(frozen=True, slots=True)
class Lock:
    """All that was locked for an assignment."""

    assignment: str
    number: int
    """The number of the final; a new final is played if an extension makes another hand-in count."""
    closed: str
    league: str
    commitment: str
    """The commitment of the final, made before it was played."""
    baselines: tuple[str, ...]
    """The names, as in grades, of the baselines that play in the final."""
    authors: tuple[Author, ...]
    hand_ins: tuple[Locked, ...]
    """All hand-ins, in order of receipt."""
    entered: tuple[Entered, ...]
    own: tuple[OwnBaseline, ...] = ()
    """The course's own baselines, which are no house bots."""

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
            raise ArenaError("damaged-lock", f"{path} cannot be read: {error}", "restore a copy of it") from error

    def write(self, course: Course, others: Mapping[Path, str]) -> None:
        """Writes the lock, and other files with it."""
        text = json.dumps(asdict(self), indent=1) + "\n"
        write_whole({course.closed(self.assignment) / LOCK: text, **others})

    def of(self, author: str) -> tuple[Locked, ...]:
        """The hand-ins of one author."""
        return tuple(one for one in self.hand_ins if one.author == author)

    def author_of(self, student: Student) -> Author | None:
        """The author that a student belonged to, under any id the student had; None if there was no such student."""
        names = student.known_as()
        return next((one for one in self.authors if not names.isdisjoint(map(composed, one.students))), None)

    def as_closed(self, course: Course, *, joined: bool = False) -> Course:
        """The course with the authors that were locked; students who have left the roster have only their ids.

        Students who came since hand in alone, or, if `joined`, with the group that the roster says.
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
        """The folder of the final's league file and bots."""
        return course.closed(self.assignment) / f"{FINAL}-{self.number}"

    def alias_of(self, author: str) -> str | None:
        """The alias of the bot that plays for an author in the final; None if none does."""
        return next((one.alias for one in self.entered if one.author == author), None)


def _joining(by_alias: Mapping[str, str], student: Student) -> str:
    """The group, under its locked name, of a student who has joined it since."""
    return by_alias.get(student.alias, student.group) if student.group else ""


def _of(author: Author, student: Student) -> Student:
    return replace(student, group="" if author.author == student.id else author.author, alias=author.alias)


def demand_lock(course: Course, assignment: str) -> Lock:
    """The lock of an assignment that is closed; raises ArenaError [not-closed]."""
    lock = Lock.read(course, assignment)
    if lock is None:
        raise ArenaError("not-closed", f"{assignment} is not closed yet", f"arena course close {assignment}")
    return lock
