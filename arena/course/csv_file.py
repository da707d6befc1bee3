"""Reads a CSV file so that single cells can be changed while all other bytes remain the same."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final

from arena.course.encodings import CONTROL, LOST, Decoded, decoded
from arena.errors import ArenaError
from arena.files.text_files import read_bytes
from arena.text import one_line

DELIMITERS: Final = ("\t", ";", ",")
"""The delimiters that may separate cells, the preferred one first; the comma is last because texts in cells often
contain commas.
"""
LEAD: Final = re.compile(r'(?:[ \t]*\r?\n)*(?:"?sep=(?P<sign>[,;\t])"?[,;\t]*\r?\n)?(?:[ \t]*\r?\n)*')
"""A pattern for the text before the headings: empty lines, and the line `sep=` in which Excel names the delimiter."""
LOOKED_AT: Final = 50
"""The number of rows that are examined to find the delimiter."""
MOST_BYTES: Final = 20 << 20
WORKBOOKS: Final = (b"PK\3\4", b"\xd0\xcf\x11\xe0")
SAVE: Final = "save the table as CSV (UTF-8) in a spreadsheet program, and give the path of the CSV file"


class BadCsvError(ValueError):
    """The error for a row that is not valid CSV; the caller puts the row's number before the error's text."""


@dataclass(slots=True)
class Cell:
    """A cell as written in the file, and the text that ends it: a delimiter, a line end, or nothing at the file's end.

    `raw` includes the quotation marks around a quoted cell.
    """

    raw: str
    end: str

    def text(self) -> str:
        """Returns the text of the cell, without the quotation marks around it."""
        return self.raw[1:-1].replace('""', '"') if self.raw.startswith('"') else self.raw


@dataclass(slots=True)
class CsvFile:
    """The table in a CSV file.

    `rows` contains the texts of the cells, beginning with the headings; empty rows are included.
    """

    source: Decoded
    lead: str
    """The text before the headings: empty lines, and the line `sep=`."""
    delimiter: str
    cells: list[list[Cell]]
    rows: list[list[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.rows = [[cell.text() for cell in row] for row in self.cells]

    def number(self, at: int) -> int:
        """The number that a spreadsheet shows for the row at index `at` of `rows`."""
        return at + 1 + self.lead.count("\n")

    def change(self, at: int, column: int, text: str) -> None:
        """Sets the text of a cell; first adds empty cells to a row that is shorter than the headings."""
        row = self.cells[at]
        while len(row) < max(column + 1, len(self.rows[0])):
            row.append(Cell("", row[-1].end))
            row[-2].end = self.delimiter
            self.rows[at].append("")
        if self.rows[at][column] != text:
            quoted = row[column].raw.startswith('"') or re.search(f'["\r\n{self.delimiter}]', text)
            row[column].raw = '"{}"'.format(text.replace('"', '""')) if quoted or self._all_quoted() else text
            self.rows[at][column] = text

    def _all_quoted(self) -> bool:
        return all(cell.raw.startswith('"') for cell in self.cells[0])

    def content(self) -> bytes:
        """The bytes of the whole file, including all changes made to its cells."""
        return self.source.content(self.lead + "".join(cell.raw + cell.end for row in self.cells for cell in row))


def read_csv(path: Path, code: str) -> CsvFile:
    """Reads a CSV file in any encoding that `decoded` recognises, with any delimiter in DELIMITERS.

    Raises ArenaError with the code `code` if the file cannot be read or is no valid CSV.
    """
    content = read_bytes(path, code, MOST_BYTES)
    if content.startswith(WORKBOOKS):
        raise ArenaError(code, f"{path} is a workbook of a spreadsheet program; expected a CSV file", SAVE)
    source = decoded(content)
    if "\0" in source.text:
        raise ArenaError(
            code, f"{path} is not a text file, or is UTF-16 without a byte order mark; expected a CSV file", SAVE
        )
    lead = LEAD.match(source.text)
    assert lead
    body = source.text[lead.end() :]
    delimiter = lead["sign"] or _delimiter(body)
    rows: list[list[Cell]] = []
    try:
        rows.extend(_rows(body, delimiter))
    except BadCsvError as error:
        number = len(rows) + 1 + lead[0].count("\n")
        raise ArenaError(
            code,
            f"{path} is not a valid CSV file: row {number} {error}",
            "correct this row, or save the table as CSV again in a spreadsheet program",
        ) from error
    file = CsvFile(source, lead[0], delimiter, rows)
    if not source.whole:
        raise _no_text(path, code, file)
    return file


def _no_text(path: Path, code: str, file: CsvFile) -> ArenaError:
    for at, row in enumerate(file.rows):
        for text in row:
            if LOST in text or CONTROL.search(text):
                what = f"row {file.number(at)} contains {one_line(text[:60])!r}, in which some characters are not text"
                return ArenaError(code, f"{path} is not valid {file.source.encoding}: {what}", SAVE)
    return ArenaError(code, f"{path} is not valid {file.source.encoding} text", SAVE)


def _delimiter(body: str) -> str:
    """Chooses the delimiter with which the largest share of the rows have as many cells as the headings."""

    def fits(sign: str) -> tuple[bool, float, int]:
        rows: list[list[Cell]] = []
        with suppress(BadCsvError):
            rows.extend(islice(_rows(body, sign), LOOKED_AT))
        width, filled = len(rows[0]) if rows else 0, [row for row in rows if len(row) > 1 or row[0].raw]
        return width > 1, sum(len(row) == width for row in filled) / max(1, len(filled)), width

    return max(DELIMITERS, key=fits)


def _rows(body: str, delimiter: str) -> Iterator[list[Cell]]:
    """Iterates over the rows of a CSV text; raises BadCsvError for a quoted cell that is not closed, or that contains a
    quotation mark that is not doubled.
    """
    cell = re.compile(rf'(?:"(?:[^"]|"")*+"|(?!")[^{delimiter}\r\n]*+)(?={delimiter}|\r|\n|\Z)')
    end = re.compile(rf"{delimiter}|\r\n|\r|\n|\Z")
    at, row = 0, list[Cell]()
    while at < len(body) or row:
        if not (found := cell.match(body, at)):
            shown = one_line(body[at : at + 40])
            raise BadCsvError(
                f"contains {shown!r}, where a quoted cell is not closed, or where a quotation mark inside a quoted "
                "cell is not doubled"
            )
        ended = end.match(body, found.end())
        assert ended
        row.append(Cell(found[0], ended[0]))
        at = ended.end()
        if ended[0] != delimiter:
            yield row
            row = []
