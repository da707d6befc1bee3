"""What the columns of a list of students say, and which system has written it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from arena.course.people.lists import words
from arena.course.people.lists.words import ANYTHING, FIRST, GITHUB, HANDLE, LAST, PARTICIPANT_IDS, PARTICIPANTS
from arena.course.people.student import BAD_ROSTER
from arena.errors import ArenaError
from arena.text import one_line

Row = Mapping[str, str]
KEYS: Final = ("id", "email", "login", "moodle", "canvas", "github", HANDLE, ANYTHING)
"""Meanings of which a list needs one, so that it says who is who."""
CANVAS_GRADEBOOK: Final = frozenset(("student", "id", "section"))


class BadRowError(ValueError):
    """What is wrong with a row, in words that follow its number, with the remedy."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The headings of a list by what they mean."""

    system: str
    """Who has written it, to be told."""
    headings: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, path: Path, rows: Collection[Row]) -> Self:
        """Those of a file; raises ArenaError [bad-roster] if no column says who anybody is."""
        names = tuple(next(iter(rows)))
        meanings = {name: meaning for name in names if (meaning := words.meaning_of(name))}
        heads = {words.plain(name) for name in names}
        canvas = heads & words.CANVAS or heads >= CANVAS_GRADEBOOK
        for name in names:
            head = words.plain(name)
            if heads >= GITHUB and head == "identifier":
                meanings[name] = ANYTHING
            elif canvas and head == "id":
                meanings[name] = "canvas"
            elif head in PARTICIPANT_IDS and _all_participants(name, rows):
                meanings[name] = "moodle"
        if FIRST in meanings.values() and LAST not in meanings.values():
            meanings |= {name: LAST for name, meaning in meanings.items() if meaning == "name"}
        found: dict[str, tuple[str, ...]] = {}
        for name, meaning in meanings.items():
            found[meaning] = (*found.get(meaning, ()), name)
        if not found.keys() & {*KEYS}:
            raise ArenaError(
                BAD_ROSTER,
                f"{path} is no list of students: its columns are {one_line(', '.join(names))}",
                "expected a column id; or a list that Moodle, Canvas, Gradescope or GitHub Classroom has written",
            )
        return cls(_system(heads, found, canvas=bool(canvas)), found)

    def cell(self, row: Row, meaning: str) -> str:
        """What a row says of something; empty if it says nothing. Raises BadRowError if it says two things of it."""
        said = {row[name]: name for name in self.headings.get(meaning, ()) if row[name]}
        if len(said) > 1:
            shown = " and ".join(f"{name} is {one_line(text)!r}" for text, name in said.items())
            raise BadRowError(f"{shown}, and both say the {meaning}: remove one of the columns")
        return next(iter(said), "")

    def heading(self, meaning: str) -> str:
        """How the column of a meaning is called."""
        return self.headings.get(meaning, (meaning,))[0]


def _all_participants(name: str, rows: Collection[Row]) -> bool:
    cells = [row[name] for row in rows if row[name]]
    return bool(cells) and all(PARTICIPANTS.fullmatch(cell) for cell in cells)


def _system(heads: set[str], found: Mapping[str, tuple[str, ...]], *, canvas: bool) -> str:
    if heads >= GITHUB:
        return "GitHub Classroom"
    if canvas:
        return "Canvas"
    if "sid" in heads:
        return "Gradescope"
    if heads & {"id number", "id nummer", "numéro d identification"} or ("moodle" in found and "moodle" not in heads):
        return "Moodle"
    return "plain" if "id" in heads else "a list"
