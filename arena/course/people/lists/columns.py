"""Determines the meaning of each column in a list of students, and the system that exported the list."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from arena.course.encodings import misread
from arena.course.people.lists import headings
from arena.course.people.lists.cells import EXPORT_AGAIN, BadRowError, cleaned
from arena.course.people.lists.headings import (
    ANYTHING,
    BY_WORD,
    FIRST,
    GITHUB,
    HANDLE,
    LAST,
    LAST_NAMES,
    PARTICIPANT_IDS,
    PARTICIPANTS,
    meaning_of,
    plain,
)
from arena.course.people.student import BAD_ROSTER
from arena.errors import ArenaError
from arena.text import one_line

Row = Mapping[str, str]
KEYS: Final = ("id", "email", "login", "moodle", "canvas", "github", HANDLE, ANYTHING)
"""Meanings of columns that identify students; a list needs a column with at least one of them."""
CANVAS: Final = "Canvas"
CLASSROOM: Final = "GitHub Classroom"
CANVAS_GRADEBOOK: Final = frozenset(("student", "id", "section"))
OWN: Final = ("plain", "a list")
"""The values of `Columns.system` for lists that no known system exported; in such lists, unknown columns are reported.
"""


@dataclass(frozen=True, slots=True)
class Columns:
    """The headings of a list, grouped by the meanings of their columns."""

    system: str
    """The name of the system that wrote the list, for messages."""
    headings: Mapping[str, tuple[str, ...]]
    names: tuple[str, ...]
    """All headings, in the order of the list."""
    unread: tuple[str, ...]
    """The headings of columns that a course does not use."""
    guessed: bool
    """Whether the encoding of the list was guessed."""

    @classmethod
    def of(cls, path: Path, rows: Collection[Row], *, guessed: bool) -> Self:
        """Determines the columns of a file's rows; raises ArenaError [bad-roster] if no column identifies students."""
        names = tuple(next(iter(rows)))
        for name in names:
            if wrong := misread(name):
                raise ArenaError(BAD_ROSTER, f"{path}: row 1 has the heading {one_line(name)!r}, {wrong}", EXPORT_AGAIN)
        heads = {plain(name) for name in names}
        canvas = bool(heads & headings.CANVAS) or heads >= CANVAS_GRADEBOOK
        found: dict[str, tuple[str, ...]] = {}
        for name in names:
            if meaning := _meaning(name, heads, rows, canvas=canvas):
                found[meaning] = (*found.get(meaning, ()), name)
        if not found.keys() & {*KEYS}:
            raise ArenaError(
                BAD_ROSTER,
                f"{path} does not have a column that identifies students; its columns are {one_line(', '.join(names))}",
                "write headings into the first row of the file, one of them 'id', or use a list exported from Moodle, "
                "Canvas, Gradescope or GitHub Classroom",
            )
        read = {name for those in found.values() for name in those}
        unread = tuple(name for name in names if name not in read)
        return cls(_system(heads, found, canvas=canvas), found, names, unread, guessed)

    def cell(self, row: Row, meaning: str) -> str:
        """Returns the text of a row in the column with this meaning; empty if there is no such column or the cell is
        empty.

        Raises BadRowError if two columns with this meaning have different texts.
        """
        said = self.cells(row, meaning)
        if len(said) > 1:
            shown = " and ".join(f"{name} is {one_line(text)!r}" for text, name in said.items())
            raise BadRowError(f"{shown}, but both columns mean the {meaning}: remove one of these columns")
        return next(iter(said), "")

    def cells(self, row: Row, meaning: str) -> dict[str, str]:
        """Maps each text of a row in columns with this meaning to its column's heading; empty texts are left out."""
        return {text: name for name in self.headings.get(meaning, ()) if (text := cleaned(row[name]))}

    def heading(self, meaning: str) -> str:
        """The heading of the first column with this meaning; the meaning itself if there is no such column."""
        return self.headings.get(meaning, (meaning,))[0]


def _meaning(name: str, heads: Collection[str], rows: Collection[Row], *, canvas: bool) -> str | None:
    """Returns the meaning of the column `name`; None if a course does not use the column.

    `heads`: the normalised headings of all columns, because a heading can mean different things in different lists.
    """
    head, meaning = plain(name), meaning_of(name)
    if {*heads} >= GITHUB and head in ("identifier", "name"):
        return ANYTHING if head == "identifier" else None  # in GitHub Classroom, students can choose any name
    if canvas and head == "id":
        return "canvas"
    if head in PARTICIPANT_IDS and any(PARTICIPANTS.fullmatch(row[name]) for row in rows):
        return "moodle"
    meanings = {BY_WORD.get(one) for one in heads}
    if meaning == "name" and head in LAST_NAMES:
        if FIRST in meanings and LAST not in meanings:
            return LAST
        if LAST in meanings and FIRST not in meanings:
            return FIRST
    return meaning


def _system(heads: set[str], found: Mapping[str, tuple[str, ...]], *, canvas: bool) -> str:
    if heads >= GITHUB:
        return CLASSROOM
    if canvas:
        return CANVAS
    if "sid" in heads:
        return "Gradescope"
    if heads & {"id number", "id nummer", "nummer id", "numéro d identification"}:
        return "Moodle"
    if "moodle" in found and "moodle" not in heads:
        return "Moodle"
    return "plain" if "id" in heads else "a list"
