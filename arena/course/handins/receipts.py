"""Reads and writes `receipts.csv`: the times at which hand-ins were received."""

import unicodedata
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from arena.course.files import numbered_rows, read_table, table_text
from arena.course.handins.moments import received_at
from arena.course.plan.times import BadTimeError
from arena.errors import ArenaError
from arena.files.whole import write_whole
from arena.text import one_line

RECEIPTS: Final = "receipts.csv"
BAD_RECEIPTS: Final = "bad-receipts"
FILE: Final = "file"
RECEIVED: Final = "received"


def place_key(place: str) -> str:
    """Returns a hand-in's path in the normalised form in which paths are compared.

    Systems differ in how they write paths; macOS, for example, writes accents as separate characters.
    """
    return unicodedata.normalize("NFC", place).replace("\\", "/").removeprefix("./").strip("/")


def read_receipts(path: Path, zone: ZoneInfo) -> dict[str, datetime]:
    """Reads the times of receipt in the file, by the hand-in's path as `place_key` writes it; empty if there is no
    file.

    Raises ArenaError [bad-receipts].
    """
    if not path.exists():
        return {}
    found: dict[str, tuple[datetime, int]] = {}
    for number, row in numbered_rows(path, BAD_RECEIPTS).items():
        cells = {heading.casefold(): cell for heading, cell in row.items()}
        if len(cells) < len(row):
            raise ArenaError(
                BAD_RECEIPTS,
                f"{path} has two columns whose headings differ only in capital letters; its columns are "
                f"{one_line(', '.join(row))}",
                "remove or rename one of these two columns",
            )
        if not {FILE, RECEIVED} <= cells.keys():
            raise ArenaError(
                BAD_RECEIPTS,
                f"{path} does not have both columns {FILE!r} and {RECEIVED!r}; its columns are "
                f"{one_line(', '.join(row))}",
                f"give the table the columns {FILE!r} and {RECEIVED!r}",
            )
        place, moment = place_key(cells[FILE]), _moment(path, number, cells[RECEIVED], zone)
        before, earlier = found.setdefault(place, (moment, number))
        if before != moment:
            raise ArenaError(
                BAD_RECEIPTS,
                f"{path}: rows {earlier} and {number} give different times of receipt for the "
                f"hand-in {one_line(place)!r}",
                "remove the row with the wrong time",
            )
    return {place: moment for place, (moment, _) in found.items()}


def note_receipts(path: Path, received: Mapping[str, datetime]) -> None:
    """Adds times of receipt to the table at `path`; a hand-in that is already in the table keeps its time.

    `received`: the times by the hand-in's file name. Raises ArenaError [bad-receipts] if the table cannot be read,
    [not-written] if it cannot be written.
    """
    rows = read_table(path, BAD_RECEIPTS) if path.exists() else []
    known = {row.get(FILE) for row in rows}
    new = [
        {FILE: file, RECEIVED: moment.isoformat(" ", "milliseconds")}
        for file, moment in received.items()
        if file not in known
    ]
    if new:
        headings = dict.fromkeys((FILE, RECEIVED, *(name for row in rows for name in row)))
        write_whole({path: table_text(tuple(headings), [*rows, *new])})


def _moment(path: Path, number: int, said: str, zone: ZoneInfo) -> datetime:
    try:
        return received_at(said, zone)
    except BadTimeError as error:
        raise ArenaError(
            BAD_RECEIPTS,
            f"{path}: row {number}: the column {RECEIVED!r} contains {one_line(said)!r}; expected {error}",
            "correct the time in this row",
        ) from error
