"""Reads and writes the CSV tables of a course.

Rule: a stranger's text cannot become a formula in a spreadsheet.
"""

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from arena.course.csv_file import CsvFile, read_csv
from arena.errors import ArenaError
from arena.text import csv_cell


def read_table(path: Path, code: str) -> list[dict[str, str]]:
    """Returns the non-empty rows of a CSV file; each row maps headings to cells.

    Raises ArenaError with the code `code` if the file is invalid.
    """
    return list(numbered_rows(path, code).values())


def numbered_rows(path: Path, code: str, matters: Callable[[str], bool] = bool) -> dict[int, dict[str, str]]:
    """Returns the non-empty rows of a CSV file by their row numbers in a spreadsheet; each row maps headings to cells.

    `matters`: returns whether a heading may occur only once. Raises ArenaError with the code `code` if the file is
    invalid.
    """
    return rows_by_number(read_csv(path, code), path, code, matters)


def rows_by_number(
    found: CsvFile, path: Path, code: str, matters: Callable[[str], bool] = bool
) -> dict[int, dict[str, str]]:
    """Returns the same as `numbered_rows` for a file that has already been read; `path` is only used in messages."""
    names = [name.strip() for name in found.rows[0]] if found.rows else []
    twice = sorted({name for name in names if matters(name) and names.count(name) > 1})
    if twice:
        raise ArenaError(
            code, f"{path} has two columns with the heading {twice[0]!r}", "give each column a different heading"
        )
    rows = {found.number(at): cells for at, cells in enumerate(found.rows) if at and any(map(str.strip, cells))}
    for number, cells in rows.items():
        if any(map(str.strip, cells[len(names) :])):
            raise ArenaError(
                code,
                f"{path}: row {number} has {len(cells)} cells; expected at most {len(names)}, one for each heading",
                f"put each text that contains {found.delimiter!r} in quotation marks, or save the table as CSV "
                "in a spreadsheet program",
            )
    return {number: _row(names, cells) for number, cells in rows.items()}


def _row(names: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """The cells of a row by heading; missing cells are empty, and cells without a heading are left out."""
    filled = [cell.strip() for cell in cells] + [""] * (len(names) - len(cells))
    return {name: cell for name, cell in zip(names, filled, strict=False) if name}


def table_text(headings: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """The text of a CSV file with these headings and rows; no cell can become a formula in a spreadsheet."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings)
    for row in rows:
        cells = [row.get(name, "") for name in headings]
        writer.writerow([csv_cell(cell) if isinstance(cell, str) else cell for cell in cells])
    return text.getvalue()
