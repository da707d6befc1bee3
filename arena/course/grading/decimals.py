"""Finds the decimal sign of a school system's list, so that grades are written the same way.

Systems read grades by the language of the person who imports them: of `62,87` Moodle takes 62 where that is English,
and a spreadsheet takes `6.87` for a day of June where it is German.
"""

import re
from collections.abc import Iterable
from typing import Final

from arena.course.csv_file import CsvFile
from arena.course.grading.systems import Places
from arena.course.people.lists.words import meaning_of

DECIMAL: Final = re.compile(r"(?!\d{1,2}\.(?:0[1-9]|1[0-2])$)-?\d+([.,])\d+ ?%?")
"""Also of what is no grade; but `12.03` may be a day of March."""


def decimals_in(file: CsvFile, places: Places) -> str:
    """`,` or `.`: as in the most points, else in the grades, else in what else is no id or name, else by delimiter."""
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
