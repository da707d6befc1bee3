"""Finds the decimal sign of a school system's list, so that grades are written with the same sign.

Systems read grades in the language of the person who imports them: an English Moodle reads `62,87` as 62, and a German
spreadsheet reads `6.87` as a date in June.
"""

import re
from collections.abc import Iterable
from typing import Final

from arena.course.csv_file import CsvFile
from arena.course.grading.systems import Places
from arena.course.people.lists.headings import meaning_of

DECIMAL: Final = re.compile(r"(?!\d{1,2}\.(?:0[1-9]|1[0-2])$)-?\d+([.,])\d+ ?%?")
"""A pattern for a number with decimals, but not for one such as `12.03`, which may be a date in March."""


def decimals_in(file: CsvFile, places: Places) -> str:
    """The decimal sign of a list, `,` or `.`.

    The list's maximum points, its grades and its other numbers are examined in this order. The first of these three
    groups whose numbers contain exactly one decimal sign decides. If no group decides, the sign is `,` for the
    delimiter `;`, and `.` otherwise.
    """
    others = {at for at, heading in enumerate(file.rows[0]) if heading and meaning_of(heading) is None}
    for columns in ({places.most}, {places.grade}, others):
        signs = set(_signs(file, columns))
        if len(signs) == 1:
            return signs.pop()
    return "," if file.delimiter == ";" else "."


def _signs(file: CsvFile, columns: Iterable[int | None]) -> Iterable[str]:
    for row in file.rows[1:]:
        for at in columns:
            if at is not None and at < len(row) and (found := DECIMAL.fullmatch(row[at].strip())):
                yield found[1]
