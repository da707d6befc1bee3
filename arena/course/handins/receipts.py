"""`receipts.csv`: when hand-ins were received, as whoever received them says."""

import unicodedata
from datetime import datetime
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from arena.course.files import numbered_rows
from arena.course.plan.times import BadTimeError, receipt_of
from arena.errors import ArenaError
from arena.text import one_line

RECEIPTS: Final = "receipts.csv"
BAD_RECEIPTS: Final = "bad-receipts"
FILE: Final = "file"
RECEIVED: Final = "received"


def place_key(place: str) -> str:
    """A path as it is compared: macOS writes the same names decomposed."""
    return unicodedata.normalize("NFC", place)


def read_receipts(path: Path, zone: ZoneInfo) -> dict[str, datetime]:
    """When hand-ins were received, by the keys of their places; none where there is no file.

    Raises ArenaError [bad-receipts].
    """
    if not path.exists():
        return {}
    found: dict[str, tuple[datetime, int]] = {}
    for number, row in numbered_rows(path, BAD_RECEIPTS).items():
        cells = {heading.casefold(): cell for heading, cell in row.items()}
        if not {FILE, RECEIVED} <= cells.keys():
            raise ArenaError(
                BAD_RECEIPTS, f"{path} has the columns {one_line(', '.join(row))}", f"expected {FILE} and {RECEIVED}"
            )
        place, moment = place_key(cells[FILE].strip("/")), _moment(path, number, cells[RECEIVED], zone)
        before, earlier = found.setdefault(place, (moment, number))
        if before != moment:
            raise ArenaError(
                BAD_RECEIPTS,
                f"{path}: rows {earlier} and {number} have two times for {one_line(place)!r}",
                "leave the row that holds",
            )
    return {place: moment for place, (moment, _) in found.items()}


def _moment(path: Path, number: int, said: str, zone: ZoneInfo) -> datetime:
    try:
        return receipt_of(said, zone)
    except BadTimeError as error:
        raise ArenaError(
            BAD_RECEIPTS, f"{path}: row {number}: received is {one_line(said)!r}; expected {error}", "mend that cell"
        ) from error
