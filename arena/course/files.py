"""The tables of a course, as people write and read them: CSV.

Rule: what a stranger wrote cannot become a formula in a spreadsheet.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.files.reading import read_text
from arena.text import csv_cell

DELIMITERS: Final = (",", ";", "\t")
SEPARATOR: Final = re.compile(r'"?sep=([,;\t])"?\r?\n')
"""A first line by which Excel says what parts the cells."""


def read_table(path: Path, code: str) -> list[dict[str, str]]:
    """The rows of a CSV file by their headings, whatever sign parts its cells; raises ArenaError."""
    return list(numbered_rows(path, code).values())


def numbered_rows(path: Path, code: str) -> dict[int, dict[str, str]]:
    """The rows that have text, by their numbers in a spreadsheet, where the headings are row 1; raises ArenaError."""
    text = read_text(path, code)
    separator = SEPARATOR.match(text)
    text, skipped = text[separator.end() if separator else 0 :], 1 if separator else 0
    heading = text.partition("\n")[0]
    delimiter = separator[1] if separator else max(DELIMITERS, key=heading.count)
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        names = [name.strip() for name in next(reader, [])]
        twice = sorted({name for name in names if name and names.count(name) > 1})
        if twice:
            raise ArenaError(code, f"{path} has two columns {twice[0]!r}", "give each column a heading of its own")
        return {
            number: _row(names, cells)
            for number, cells in enumerate(reader, start=2 + skipped)
            if any(cell.strip() for cell in cells)
        }
    except csv.Error as error:
        raise ArenaError(code, f"{path} is no CSV: {error}", "save it as CSV from a spreadsheet") from error


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
