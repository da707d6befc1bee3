"""A student, with the names and numbers by which other systems know the student."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

from arena.course.people.names import composed

BAD_ROSTER: Final = "bad-roster"
ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}")
"""What an id is, and the name of a group."""
LONGEST: Final = 200
"""Of any text of a student."""


class Kind(StrEnum):
    """What a key is: no two students have the same key of one kind."""

    ID = "id"
    ADDRESS = "address"
    MOODLE = "number in Moodle"
    CANVAS = "number in Canvas"
    GITHUB = "account on GitHub"


Key = tuple[Kind, str]
CANVAS_ID: Final = "canvas-"
GITHUB_ID: Final = "github-"
MOODLE_ID: Final = "moodle-"
"""What the id of a student begins with of whom a list says only the number, or the account."""
NOT_IN_IDS: Final = re.compile(r"[^A-Za-z0-9._@+-]")


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
    former: str = ""
    """What stands or stood in for the id while no list says it, parted by blanks: files of the course may name it."""
    alias: str = ""

    @property
    def author(self) -> str:
        """The author: the group, or else the student."""
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
        numbers = (*self.moodle.split(), self.canvas)
        said = (self.id, self.name, self.email, self.login, self.group, *numbers, self.github, *self.former.split())
        return tuple(text for text in said if text)

    def has_own_id(self) -> bool:
        """Whether the id is the school's, and no stand-in for one that no list has said yet."""
        return bool(self.id) and "@" not in self.id and self.id not in self.former.split()

    def known_as(self) -> frozenset[str]:
        """The id, and what files of the course may say instead, in small letters."""
        texts = (self.id, *self.former.split(), self.email, self.login, *self._marked())
        return frozenset(composed(text) for text in texts if text)

    def stand_in(self) -> str:
        """What serves as the id while no list says it; empty if nothing can."""
        if "@" in self.id and self.id not in (self.email, self.login):
            return self.id
        login = "" if "@" in self.login else self.login
        found = next((text for text in (login, self.email, self.login, *self._marked()) if text), "")
        return NOT_IN_IDS.sub("-", found)

    def _marked(self) -> tuple[str, ...]:
        """Ids that are made of what other systems call the student."""
        numbers = [f"{MOODLE_ID}{number}" for number in self.moodle.split()]
        others = ((GITHUB_ID, self.github), (CANVAS_ID, self.canvas))
        return (*(f"{mark}{text}" for mark, text in others if text), *numbers)


HEADINGS: Final = tuple(one.name for one in fields(Student))
"""The columns of `roster.csv`, in this order."""
