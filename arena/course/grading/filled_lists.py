"""Fills grades into a list that a school system exported, so that the list can be imported there again.

Rule 1: only cells of grades and comments are changed; everything else stays as the system wrote it.
Rule 2: only empty cells, earlier grades and the arena's own comments are replaced. A cell with any other text is left
unchanged, and a note reports it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Final

from arena.course.csv_file import CsvFile, read_csv
from arena.course.encodings import UTF_8
from arena.course.grading.decimals import decimals_in
from arena.course.grading.explanation import summary
from arena.course.grading.grading import Book, Graded
from arena.course.grading.rows import rows_of, shown
from arena.course.grading.systems import BAD_LIST, Places, places_in
from arena.course.handins.owners import MOODLE
from arena.course.people.lists.cells import cleaned
from arena.course.people.lists.headings import plain
from arena.course.people.lists.student_list import POINTS_POSSIBLE, StudentList, list_in
from arena.errors import ArenaError
from arena.text import csv_cell, one_line

NUMBER: Final = re.compile(r"-?[0-9]+(?:[.,][0-9]+)?")
STAYS: Final = ("EX", "N/A")
"""The words that Canvas writes instead of a grade if a student is excused or not assigned; such a cell is kept."""
OURS: Final = re.compile(r"\d+\.\d\d of \d+: ")
"""A pattern for the beginning of a comment that the arena wrote earlier and may therefore replace."""
FEW: Final = 10
"""The maximum number of rows or students that a sentence names; for the rest, it gives only their number."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A copy of a school system's list with grades filled in."""

    name: str
    """The file name of the original list."""
    content: bytes
    told: tuple[str, ...]
    """Sentences about the list that the organiser must read."""
    participants: dict[str, str] | None
    """The participant numbers in Moodle's grading worksheet, by student id; None if the list is no such worksheet.

    A student's numbers are separated by blanks; the text is empty if there are none.
    """


def fill(book: Book, path: Path) -> Filled:
    """Fills the grades of a book into a copy of a school system's list; the original file is not changed.

    Raises ArenaError [bad-list] if the list cannot be understood or does not fit the assignment.
    """
    file = read_csv(path, BAD_LIST)
    listed = _listed(file, path)
    places = places_in(file.rows[0], listed.system, book.assignment, path)
    if places.moodle:
        _demand_same_assignment(book, listed)
    rows = rows_of([one.student for one in book.graded], listed, BAD_LIST)
    filling = _Filling(file, places, decimals_in(file, places))
    for one in book.graded:
        if entry := rows.get(one.student.id):
            filling.write(one, entry.row)
        else:
            filling.note("students without a row", f"{one.student.id}, {one.student.name}".rstrip(", "))
    own = {entry.row for entry in rows.values()}
    for entry in listed.entries:
        if entry.row not in own:
            filling.note("rows of nobody in the course, left as they are", f"row {entry.row}, {shown(entry)}")
    for line in listed.passed_over:
        filling.note("rows that do not belong to a student of the roster, left unchanged", line)
    lines = (*listed.notes, *_saved_otherwise(file, places), *filling.most_points(book), *filling.sentences())
    told = tuple(one_line(f"{path.name}: {line}") for line in lines)
    participants = {name: entry.student.moodle for name, entry in rows.items()} if places.moodle else None
    return Filled(path.name, file.content(), told, participants)


def _saved_otherwise(file: CsvFile, places: Places) -> Iterator[str]:
    """Yields a sentence if a spreadsheet program changed the delimiter or encoding of Moodle's worksheet."""
    if places.moodle and (file.delimiter != "," or file.source.encoding != UTF_8):
        how = f"{file.delimiter!r} between cells, {file.source.encoding}"
        yield (
            f"a spreadsheet program has changed this worksheet ({how}): choose this separator and this encoding when "
            "Moodle imports the file, or fill the worksheet as it was downloaded"
        )


def numbers_in_names(book: Book) -> frozenset[str]:
    """The participants' numbers that Moodle included in the file names of an assignment's hand-ins."""
    folders = (part for one in book.lock.hand_ins for part in one.place.split("/"))
    return frozenset(found[2] for folder in folders if (found := MOODLE.fullmatch(folder)))


def _demand_same_assignment(book: Book, listed: StudentList) -> None:
    """Raises ArenaError [bad-list] if a worksheet belongs to another assignment, because its import would overwrite the
    grades of that assignment.
    """
    there = {number for entry in listed.entries for number in entry.student.moodle.split()}
    handed_in = numbers_in_names(book)
    if there and handed_in and there.isdisjoint(handed_in):
        raise ArenaError(
            BAD_LIST,
            f"{listed.path} is the worksheet of another assignment: its participant numbers (such as "
            f"{min(there)}) differ from the numbers in the names of the hand-ins for {book.assignment.name} "
            f"(such as {min(handed_in)})",
            "download the grading worksheet of this assignment from Moodle",
        )


def _listed(file: CsvFile, path: Path) -> StudentList:
    try:
        return list_in(file, path, groups=False)
    except ArenaError as error:
        hint = "correct this file, or download the file again; nothing was written"
        raise ArenaError(BAD_LIST, error.message, hint) from error


@dataclass(slots=True)
class _Filling:
    """Writes grades into the cells of a list, and collects notes for the organiser."""

    file: CsvFile
    places: Places
    decimals: str
    """The decimal sign in the numbers of this file, a point or a comma."""
    notes: dict[str, list[str]] = field(default_factory=dict)

    def write(self, one: Graded, row: int) -> None:
        """Writes a student's grade and comment into a row of the list. `row` is the number that a spreadsheet program
        shows for the row.
        """
        places, at = self.places, row - self.file.number(0)
        cells = _padded(self.file.rows[at], len(self.file.rows[0]))
        before, now, whose = cells[places.grade].strip(), one.grade.total(), f"row {row}, {one.student.id}"
        if before in STAYS:
            self.note("excused or without this assignment, left as they are", f"{whose} ({before})")
            return
        if cleaned(before) and _number(before) is None:
            self.note("rows with a text that is not a grade, left unchanged", f"{whose} ({before})")
            return
        self.file.change(at, places.grade, str(now).replace(".", self.decimals))
        if _number(before) not in (None, now):
            self.note("rows with another grade before", f"{whose} ({before})")
        if places.most is not None and (most := _number(cells[places.most])) is not None and now > most:
            self.note("rows with more points than Moodle accepts, so Moodle ignores the new grade", f"{whose} ({now})")
        if places.changeable is not None and plain(cells[places.changeable]) == places.no:
            self.note("rows with a grade that is locked in Moodle, so Moodle ignores the new grade", whose)
        if places.comment is not None:
            self._comment(at, cells[places.comment], one, whose)

    def _comment(self, at: int, before: str, one: Graded, whose: str) -> None:
        if before.strip() and not OURS.match(before):
            self.note("rows with a comment already, which stays", whose)
            return
        comment, source = csv_cell(summary(one)), self.file.source
        assert self.places.comment is not None
        self.file.change(at, self.places.comment, comment)
        if not source.can_write(comment):
            self.note(f"rows with letters in the comment that {source.encoding} does not have, replaced by ?", whose)

    def note(self, kind: str, whose: str) -> None:
        """Adds `whose`, a row or a student, to the notes of this kind."""
        self.notes.setdefault(kind, []).append(whose)

    def sentences(self) -> Iterator[str]:
        """The collected notes, one sentence for each kind."""
        for kind, those in self.notes.items():
            yield f"{kind}: {few(those)}"

    def most_points(self, book: Book) -> Iterator[str]:
        """Yields a sentence if the list's maximum number of points differs from the maximum in the course file."""
        at, most = self.places.most, book.assignment.most_points()
        rows = self.file.rows[1:]
        if at is None:
            at, rows = self.places.grade, [row for row in rows if row and plain(row[0]) == POINTS_POSSIBLE]
        said = {number for row in rows if at < len(row) and (number := _number(row[at])) is not None}
        if others := sorted(said - {Decimal(most)}):
            there = " and ".join(f"{number:f}" for number in others)
            yield (
                f"{book.assignment.name} has {there} points in this list, but {most} in course.toml: change one "
                "of these numbers"
            )


def _padded(cells: Sequence[str], width: int) -> list[str]:
    return [*cells, *[""] * (width - len(cells))]


def few(those: Sequence[str]) -> str:
    """Joins the first FEW texts to one text; if there are more texts, their number follows."""
    more = [f"and {len(those) - FEW} more"] if len(those) > FEW else []
    return "; ".join([*those[:FEW], *more])


def _number(said: str) -> Decimal | None:
    """The number in a cell, with a decimal point or comma; None if the cell contains no number."""
    said = said.strip()
    return Decimal(said.replace(",", ".")) if NUMBER.fullmatch(said) else None
