"""The tables of a course, as people write and read them: CSV.

Rule: what a stranger wrote cannot become a formula in a spreadsheet.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.files.reading import read_text
from arena.text import csv_cell

DELIMITERS: Final = (",", ";", "\t")


def read_table(path: Path, code: str) -> list[dict[str, str]]:
    """The rows of a CSV file by their headings, whatever sign parts its cells; raises ArenaError."""
    text = read_text(path, code)
    heading = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=heading.count)
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, restval="", strict=True)
        names = [name.strip() for name in reader.fieldnames or ()]
        twice = sorted({name for name in names if name and names.count(name) > 1})
        if twice:
            raise ArenaError(code, f"{path} has two columns {twice[0]!r}", "give each column a heading of its own")
        reader.fieldnames = names
        return [
            {name: row[name].strip() for name in names if name}
            for row in reader
            if any(isinstance(cell, str) and cell.strip() for cell in row.values())
        ]
    except csv.Error as error:
        raise ArenaError(code, f"{path} is no CSV: {error}", "save it as CSV from a spreadsheet") from error


def table_text(headings: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """Rows as CSV, with a heading, every text harmless."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings)
    for row in rows:
        cells = [row.get(name, "") for name in headings]
        writer.writerow([csv_cell(cell) if isinstance(cell, str) else cell for cell in cells])
    return text.getvalue()
