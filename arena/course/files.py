"""The tables of a course, as people write and read them: CSV.

Rule: what a stranger wrote cannot become a formula in a spreadsheet.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from arena.errors import ArenaError
from arena.files.reading import read_text
from arena.text import csv_cell

DELIMITERS: Final = (",", ";", "\t")
SEPARATOR: Final = re.compile(r'"?sep=([,;\t])"?\r?\n')
"""A first line by which Excel says what parts the cells."""


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
    text = read_text(path, code)
    separator = SEPARATOR.match(text)
    lead, body = (separator[0], text[separator.end() :]) if separator else ("", text)
    heading = body.partition("\n")[0]
    delimiter = separator[1] if separator else max(DELIMITERS, key=heading.count)
    try:
        rows = list(csv.reader(io.StringIO(body, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise ArenaError(code, f"{path} is no CSV: {error}", "save it as CSV from a spreadsheet") from error
    quoting = csv.QUOTE_ALL if body.startswith('"') else csv.QUOTE_MINIMAL
    return CsvFile(lead, delimiter, "\r\n" if "\r" in text else "\n", quoting, rows)


def starts_with_mark(path: Path) -> bool:
    """Whether a file that was read begins with the mark that some programs put before UTF-8."""
    with path.open("rb") as file:
        return file.read(len(codecs.BOM_UTF8)) == codecs.BOM_UTF8


def read_table(path: Path, code: str) -> list[dict[str, str]]:
    """The rows of a CSV file by their headings, whatever sign parts its cells; raises ArenaError."""
    return list(numbered_rows(path, code).values())


def numbered_rows(path: Path, code: str) -> dict[int, dict[str, str]]:
    """The rows that have text, by their numbers in a spreadsheet, where the headings are row 1; raises ArenaError."""
    found = read_csv(path, code)
    names = [name.strip() for name in found.rows[0]] if found.rows else []
    twice = sorted({name for name in names if name and names.count(name) > 1})
    if twice:
        raise ArenaError(code, f"{path} has two columns {twice[0]!r}", "give each column a heading of its own")
    return {
        found.number(at): _row(names, cells)
        for at, cells in enumerate(found.rows)
        if at and any(cell.strip() for cell in cells)
    }


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
