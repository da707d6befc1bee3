"""A student, and all by which other systems know the student."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Final

from arena.course.people.names import composed

BAD_ROSTER: Final = "bad-roster"


class Kind(StrEnum):
    """What a key is: no two students have the same key of one kind."""

    ID = "id"
    ADDRESS = "address"
    MOODLE = "number in Moodle"
    CANVAS = "number in Canvas"
    GITHUB = "account on GitHub"


Key = tuple[Kind, str]
CANVAS_ID: Final = "canvas-"
MOODLE_ID: Final = "moodle-"
"""What the id of a student begins with of whom a list says only the number."""


@dataclass(frozen=True, slots=True)
class Student:
    """One who takes the course."""

    id: str
    """By which the school knows the student; or, while no list says it, the address, or what else is known."""
    name: str = ""
    email: str = ""
    group: str = ""
    """With whom the student hands in; empty: alone."""
    login: str = ""
    """The name of the school's account."""
    moodle: str = ""
    """The numbers of the participant in Moodle, one for each assignment there, parted by blanks."""
    canvas: str = ""
    """The number of the user in Canvas."""
    github: str = ""
    """The name of the account on GitHub."""
    alias: str = ""

    @property
    def author(self) -> str:
        """Who hands in: the group, or else the student."""
        return self.group or self.id

    def own_keys(self) -> frozenset[Key]:
        """All that is said of nobody else."""
        return frozenset(self._keys())

    def _keys(self) -> Iterator[Key]:
        for text in (self.id, self.login):
            if text:
                yield Kind.ID, composed(text)
        for text in (self.id, self.login, self.email):
            if "@" in text:
                yield Kind.ADDRESS, composed(text)
        for number in self.moodle.split():
            yield Kind.MOODLE, number
        if self.canvas:
            yield Kind.CANVAS, self.canvas
        if self.github:
            yield Kind.GITHUB, composed(self.github)

    def texts(self) -> tuple[str, ...]:
        """Every text that says who the student is."""
        said = (self.id, self.name, self.email, self.login, self.group, *self.moodle.split(), self.canvas, self.github)
        return tuple(text for text in said if text)

    def has_own_id(self) -> bool:
        """Whether the id is the school's, and no stand-in for one that no list has said yet."""
        return bool(self.id) and "@" not in self.id and self.id not in self._stand_ins()

    def known_as(self) -> frozenset[str]:
        """The id, and those the student may have had before a list said it, in small letters."""
        return frozenset(composed(text) for text in (self.id, *self._stand_ins()))

    def _stand_ins(self) -> frozenset[str]:
        numbers = [f"{MOODLE_ID}{number}" for number in self.moodle.split()]
        canvas = f"{CANVAS_ID}{self.canvas}" if self.canvas else ""
        return frozenset(text for text in (self.email, self.login, self.github, canvas, *numbers) if text)

    def stand_in(self) -> str:
        """What serves as the id while no list says it; empty if nothing can."""
        if "@" in self.id and self.id not in (self.email, self.login):
            return self.id
        number = self.moodle.partition(" ")[0]
        others = (self.canvas and f"{CANVAS_ID}{self.canvas}", number and f"{MOODLE_ID}{number}")
        return next((text for text in (self.email, self.login, self.github, *others) if text), "")


HEADINGS: Final = tuple(one.name for one in fields(Student))
"""The columns of `roster.csv`, in this order."""


def row_of(student: Student) -> dict[str, str]:
    """A student by the columns of `roster.csv`."""
    return asdict(student)
