"""The tables of a course, as people write and read them: CSV.

Rule: what a stranger wrote cannot become a formula in a spreadsheet.
"""

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from arena.errors import ArenaError
from arena.files.reading import read_text
from arena.text import csv_cell

DELIMITERS: Final = ("\t", ";", ",")
"""Of two that fit as well the first is meant: commas stand in texts, too."""
LEAD: Final = re.compile(r'(?:[ \t]*\r?\n)*(?:"?sep=(?P<sign>[,;\t])"?\r?\n)?(?:[ \t]*\r?\n)*')
"""Empty lines before the headings, and one by which Excel says what parts the cells."""
LOOKED_AT: Final = 50
"""Rows that tell what parts cells."""
MOST_BYTES: Final = 20 << 20
WORKBOOK: Final = b"PK\3\4"


@dataclass(frozen=True, slots=True)
class CsvFile:
    """A CSV file by its cells, with all that it takes to write it in the same way."""

    lead: str
    """A line before the headings that says what parts the cells, or nothing."""
    delimiter: str
    line_end: str
    quoting: int
    """Of the module csv."""
    rows: list[list[str]]
    """The headings first; also rows without text."""

    def number(self, at: int) -> int:
        """What number a spreadsheet gives to the row at an index."""
        return at + 1 + self.lead.count("\n")

    def text(self) -> str:
        """As it is written."""
        text = io.StringIO(newline="")
        quoting: Any = self.quoting
        csv.writer(text, delimiter=self.delimiter, lineterminator=self.line_end, quoting=quoting).writerows(self.rows)
        return self.lead + text.getvalue()


def read_csv(path: Path, code: str) -> CsvFile:
    """A CSV file, whatever sign parts its cells; raises ArenaError."""
    _demand_text(path, code)
    text = read_text(path, code, MOST_BYTES)
    lead = LEAD.match(text)
    assert lead
    body = text[lead.end() :]
    delimiter = lead["sign"] or _delimiter(body)
    reader = csv.reader(io.StringIO(body, newline=""), delimiter=delimiter, strict=True)
    try:
        rows = list(reader)
    except csv.Error as error:
        line = reader.line_num + lead[0].count("\n")
        raise ArenaError(
            code, f"{path} is no CSV: line {line}: {error}", "save it as CSV from a spreadsheet"
        ) from error
    quoting = csv.QUOTE_ALL if body.startswith('"') else csv.QUOTE_MINIMAL
    return CsvFile(lead[0], delimiter, "\r\n" if "\r" in text else "\n", quoting, rows)


def _demand_text(path: Path, code: str) -> None:
    """Complains of a workbook; what cannot be read is told by who reads it."""
    try:
        with path.open("rb") as file:
            beginning = file.read(len(WORKBOOK))
    except OSError:
        return
    if beginning == WORKBOOK:
        hint = "save it as CSV (UTF-8) from the spreadsheet, and name that file"
        raise ArenaError(code, f"{path} is a workbook of a spreadsheet; expected CSV", hint)


def _delimiter(body: str) -> str:
    """The sign by which most rows have as many cells as the headings."""

    def fits(sign: str) -> tuple[bool, float, int]:
        try:
            rows = list(islice(csv.reader(io.StringIO(body, newline=""), delimiter=sign, strict=True), LOOKED_AT))
        except csv.Error:
            return False, 0.0, 0
        width, filled = len(rows[0]) if rows else 0, [row for row in rows if row]
        return width > 1, sum(len(row) == width for row in filled) / max(1, len(filled)), width

    return max(DELIMITERS, key=fits)


def starts_with_mark(path: Path) -> bool:
    """Whether a file that was read begins with the mark that some programs put before UTF-8."""
    with path.open("rb") as file:
        return file.read(len(codecs.BOM_UTF8)) == codecs.BOM_UTF8


def read_table(path: Path, code: str) -> list[dict[str, str]]:
    """The rows of a CSV file by their headings, whatever sign parts its cells; raises ArenaError."""
    return list(numbered_rows(path, code).values())


def numbered_rows(path: Path, code: str, matters: Callable[[str], bool] = bool) -> dict[int, dict[str, str]]:
    """The rows that have text, by their numbers in a spreadsheet, where the headings are row 1; raises ArenaError.

    `matters`: which headings say something; others may be there twice.
    """
    found = read_csv(path, code)
    names = [name.strip() for name in found.rows[0]] if found.rows else []
    twice = sorted({name for name in names if matters(name) and names.count(name) > 1})
    if twice:
        raise ArenaError(code, f"{path} has two columns {twice[0]!r}", "give each column a heading of its own")
    rows = {found.number(at): cells for at, cells in enumerate(found.rows) if at and any(map(str.strip, cells))}
    for number, cells in rows.items():
        if any(map(str.strip, cells[len(names) :])):
            raise ArenaError(
                code,
                f"{path}: row {number} has {len(cells)} cells, and there are {len(names)} headings",
                f"put a text with {found.delimiter!r} in it in quotation marks, or save the table from a spreadsheet",
            )
    return {number: _row(names, cells) for number, cells in rows.items()}


def _row(names: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """A row by its headings: cells that are missing are empty, those without a heading are left out."""
    filled = [cell.strip() for cell in cells] + [""] * (len(names) - len(cells))
    return {name: cell for name, cell in zip(names, filled, strict=False) if name}


def table_text(headings: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """Rows as CSV, with a heading, every text harmless."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings)
    for row in rows:
        cells = [row.get(name, "") for name in headings]
        writer.writerow([csv_cell(cell) if isinstance(cell, str) else cell for cell in cells])
    return text.getvalue()
