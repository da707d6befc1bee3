"""A student, with the student's names and numbers in other systems."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

from arena.course.people.names import composed

BAD_ROSTER: Final = "bad-roster"
ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}")
"""A pattern for a student's id and for a group's name."""
LONGEST: Final = 200
"""The maximum length of any text about a student, in characters."""


class Kind(StrEnum):
    """The kinds of keys that identify a student; two students may not share a key of the same kind."""

    ID = "id"
    ADDRESS = "address"
    MOODLE = "number in Moodle"
    CANVAS = "number in Canvas"
    GITHUB = "account on GitHub"


Key = tuple[Kind, str]
CANVAS_ID: Final = "canvas-"
GITHUB_ID: Final = "github-"
MOODLE_ID: Final = "moodle-"
"""The prefix of an id that is made from a number in Moodle, for a student without any better id."""
NOT_IN_IDS: Final = re.compile(r"[^A-Za-z0-9._@+-]")


@dataclass(frozen=True, slots=True)
class Student:
    """A student of the course, as one row of `roster.csv` describes them."""

    id: str
    """The student's id at the school; until the course imports a list that contains the id, an address, login or other
    known value replaces it.
    """
    name: str = ""
    email: str = ""
    group: str = ""
    """The group with which the student hands in; empty if the student hands in alone."""
    login: str = ""
    """The login of the student's account at the school."""
    moodle: str = ""
    """The student's participant numbers in Moodle, one for each assignment, separated by blanks."""
    canvas: str = ""
    """The number of the student's account in Canvas."""
    github: str = ""
    """The name of the student's account on GitHub."""
    former: str = ""
    """The student's earlier ids, separated by blanks; files of the course may still contain them.

    Contains `id` too if the arena chose that id because the school's id was unknown.
    """
    alias: str = ""

    @property
    def author(self) -> str:
        """The author to whom the student belongs: the name of the group or, without a group, the student's id."""
        return self.group or self.id

    def own_keys(self) -> frozenset[Key]:
        """The keys that identify the student; no other student may have any of them."""
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
        """All texts that identify the student, without the alias."""
        numbers = (*self.moodle.split(), self.canvas)
        said = (self.id, self.name, self.email, self.login, self.group, *numbers, self.github, *self.former.split())
        return tuple(text for text in said if text)

    def has_own_id(self) -> bool:
        """Whether the id is the school's id, and not a value that only replaces it until the course imports a list with
        the school's id.
        """
        return bool(self.id) and "@" not in self.id and self.id not in self.former.split()

    def known_as(self) -> frozenset[str]:
        """All texts that files of the course may use as the student's id, each normalised by `composed`."""
        texts = (self.id, *self.former.split(), self.email, self.login, *self._marked())
        return frozenset(composed(text) for text in texts if text)

    def stand_in(self) -> str:
        """The value that replaces the school's id until the course imports a list with the id; empty if no known value
        is suitable.
        """
        if "@" in self.id and self.id not in (self.email, self.login):
            return self.id
        login = "" if "@" in self.login else self.login
        found = next((text for text in (login, self.email, self.login, *self._marked()) if text), "")
        return NOT_IN_IDS.sub("-", found)

    def _marked(self) -> tuple[str, ...]:
        """The ids made from the student's account on GitHub and the student's numbers in Canvas and Moodle."""
        numbers = [f"{MOODLE_ID}{number}" for number in self.moodle.split()]
        others = ((GITHUB_ID, self.github), (CANVAS_ID, self.canvas))
        return (*(f"{mark}{text}" for mark, text in others if text), *numbers)


HEADINGS: Final = tuple(one.name for one in fields(Student))
"""The columns of `roster.csv`, in order; they are the fields of a student."""
