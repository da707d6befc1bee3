"""A list of students, read by the meaning of its columns, whichever system has written it.

Rule 1: nothing is taken before all of the file is understood: what is wrong with each row is told at once.
Rule 2: what stands in no cell is not guessed, and a row that is passed over is told.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.course.files import numbered_rows
from arena.course.people.lists.columns import BadRowError, Columns
from arena.course.people.lists.words import ANYTHING, FIRST, HANDLE, LAST, NO_GROUP, PARTICIPANTS, ROLE, STUDENT_ROLES
from arena.course.people.lists.words import plain as plain_words
from arena.course.people.names import first_name_first, group_name
from arena.course.people.student import BAD_ROSTER, Student
from arena.errors import ArenaError
from arena.text import one_line

SHORTENED: Final = re.compile(r"\d+(?:[.,]\d+)?[eE]\+?\d+")
DECIMAL: Final = re.compile(r"\d+[.,]0+")
TEST_STUDENTS: Final = frozenset(("student test", "test student"))
"""Whom Canvas adds to a course, to look at it as a student does."""
GROUP_SIGNS: Final = re.compile(r"[,;]")
MOST_TOLD: Final = 20
"""Problems that are told of one file."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a row says of a student."""

    row: int
    """Its number in a spreadsheet."""
    student: Student
    """The id is empty where the row says none."""
    anything: str = ""
    """A text that may be an id, an address or a name."""


@dataclass(frozen=True, slots=True)
class StudentList:
    """What a file says."""

    path: Path
    system: str
    entries: tuple[Entry, ...]
    passed_over: tuple[str, ...]
    """Rows of who is no student, each in a sentence."""


def read_list(path: Path, *, groups: bool = True) -> StudentList:
    """The students in a file; `groups`: whether its groups hand in together. Raises ArenaError [bad-roster]."""
    rows = numbered_rows(path, BAD_ROSTER)
    if not rows:
        raise ArenaError(BAD_ROSTER, f"{path} has no rows", "name a CSV file with a heading and a row for each student")
    columns = Columns.of(path, rows.values())
    entries: list[Entry] = []
    passed_over, wrong = [], []
    roles = _Roles(path, columns, rows)
    for number, row in rows.items():
        try:
            if reason := _no_student(columns, row, anybody=bool(entries)) or roles.of_staff(row):
                passed_over += [f"row {number}, {reason}"] if reason != NOBODY else []
                continue
            entries.append(_entry(columns, number, row, groups=groups))
        except BadRowError as error:
            wrong.append(f"row {number}: {error}")
    demand_none(wrong, path)
    return StudentList(path, columns.system, tuple(entries), tuple(passed_over))


def demand_none(wrong: list[str], path: Path) -> None:
    """Complains of all that is wrong with the rows of a file: ArenaError [bad-roster]."""
    if not wrong:
        return
    told = wrong[:MOST_TOLD] + ([f"and {len(wrong) - MOST_TOLD} more"] if len(wrong) > MOST_TOLD else [])
    sentence = f"{path}: {told[0]}" if len(told) == 1 else "\n  ".join((f"{path} cannot be taken:", *told))
    raise ArenaError(BAD_ROSTER, sentence, "mend these cells and import the file again; nothing was changed")


NOBODY: Final = "nobody"


def _no_student(columns: Columns, row: Mapping[str, str], *, anybody: bool) -> str:
    """Why a row of Canvas is of no student; NOBODY if that need not be told, empty if it is of one."""
    if columns.system != "Canvas":
        return ""
    name, identity, login = (columns.cell(row, meaning) for meaning in ("name", "id", "login"))
    if not (columns.cell(row, "canvas") or identity or login):
        return f"{one_line(name)}: it has no ID" if anybody and name else NOBODY
    if plain_words(name) in TEST_STUDENTS and not identity:
        return f"{one_line(name)}: Canvas adds this one to look at a course"
    return ""


class _Roles:
    """Tells who teaches from who learns, where a list says it."""

    def __init__(self, path: Path, columns: Columns, rows: Mapping[int, Mapping[str, str]]) -> None:
        self._columns = columns
        said = {columns.cell(row, ROLE) for row in rows.values()} - {""}
        self._said = bool(said)
        if said and not any(map(_learns, said)):
            shown = one_line(", ".join(sorted(said)))
            raise ArenaError(
                BAD_ROSTER,
                f"{path}: no row has a role that is known as a student's; there are {shown}",
                "remove the rows of who teaches, and the column of roles",
            )

    def of_staff(self, row: Mapping[str, str]) -> str:
        """Whose row it is, if it is no student's."""
        role = self._columns.cell(row, ROLE)
        if not self._said or _learns(role):
            return ""
        return one_line(f"{_name(self._columns, row)}: the role is {role or 'empty'}, not a student's")


def _learns(role: str) -> bool:
    return any(plain_words(one) in STUDENT_ROLES for one in GROUP_SIGNS.split(role))


def _entry(columns: Columns, number: int, row: Mapping[str, str], *, groups: bool) -> Entry:
    cells = {meaning: columns.cell(row, meaning) for meaning in ("id", "email", "login", "canvas", "github", "alias")}
    cells["moodle"] = " ".join(_numbers(columns.cell(row, "moodle")))
    for meaning in ("id", "canvas", "moodle"):
        _demand_unharmed(columns.heading(meaning), cells[meaning])
    handle = columns.cell(row, HANDLE)
    if handle:
        meaning = "moodle" if handle.isdigit() else "github"
        cells[meaning] = cells[meaning] or handle
    group = _group(columns.cell(row, "group")) if groups else ""
    return Entry(number, Student(**cells, name=_name(columns, row), group=group), columns.cell(row, ANYTHING))


def _name(columns: Columns, row: Mapping[str, str]) -> str:
    parts = [columns.cell(row, meaning) for meaning in (FIRST, LAST)]
    return " ".join(filter(None, parts)) if any(parts) else first_name_first(columns.cell(row, "name"))


def _numbers(said: str) -> Iterator[str]:
    """The numbers of a participant: after Moodle's word, or parted by blanks, as `roster.csv` has them."""
    participant = PARTICIPANTS.fullmatch(said)
    yield from [participant[1]] if participant else said.split()


def _demand_unharmed(heading: str, said: str) -> None:
    """Complains of a number that a spreadsheet has changed: BadRowError."""
    how = "shortened" if SHORTENED.fullmatch(said) else "made a decimal of" if DECIMAL.fullmatch(said) else ""
    if how:
        raise BadRowError(
            f"{heading} is {said!r}, a number that a spreadsheet has {how}: export the list again, or open it with "
            "that column as text"
        )


def _group(said: str) -> str:
    names = [" ".join(name.split()) for name in GROUP_SIGNS.split(said)]
    names = [name for name in names if name and plain_words(name) not in NO_GROUP]
    if len(names) > 1:
        shown = " and ".join(map(one_line, names))
        raise BadRowError(
            f"the student is in the groups {shown}, and hands in with one: leave that in the cell, or import with "
            "--no-groups if they are no groups that hand in together"
        )
    try:
        return group_name(names[0]) if names else ""
    except ValueError as error:
        raise BadRowError(f"the group is {str(error)!r}: give it a name in Latin letters and digits") from error
