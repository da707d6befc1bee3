"""Reads the time of each participant's last change to the hand-in from Moodle's grading worksheets.

Rule 1: a worksheet applies only to hand-ins in its own folder. A worksheet states only the last change before it was
downloaded. A hand-in in another folder may have been downloaded at another time, and may therefore be an earlier or
later version.
"""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from arena.course.csv_file import CsvFile, read_csv
from arena.course.files import rows_by_number
from arena.course.handins.moments import received_at
from arena.course.handins.receipts import BAD_RECEIPTS, FILE, RECEIPTS, RECEIVED
from arena.course.people.lists.cells import cleaned
from arena.course.people.lists.headings import PARTICIPANT_IDS, PARTICIPANTS, plain
from arena.course.people.lists.worksheet import words_of
from arena.course.plan.times import BadTimeError
from arena.errors import ArenaError
from arena.text import one_line

WORKSHEET: Final = "Moodle's worksheet"
ENDING: Final = ".csv"


def worksheet_in(path: Path) -> CsvFile | None:
    """The table in a file if the file is a worksheet with times of hand-ins; otherwise None."""
    if path.suffix.casefold() != ENDING or path.is_symlink() or not path.is_file():
        return None
    try:
        file = read_csv(path, BAD_RECEIPTS)
    except ArenaError:
        return None
    heads = {plain(name) for name in file.rows[0]} if file.rows else set()
    words = words_of(heads)
    return file if words and words.submitted in heads else None


def times_of(worksheets: Iterable[tuple[Path, CsvFile]], zone: ZoneInfo) -> dict[tuple[Path, str], datetime]:
    """The time of each participant's last change to the hand-in, by the worksheet's folder and the participant's
    number.

    Raises ArenaError [bad-receipts] if a cell is no time, or if a folder has different times for the same participant.
    """
    found: dict[tuple[Path, str], tuple[datetime, str]] = {}
    for path, file in worksheets:
        for number, row in rows_by_number(file, path, BAD_RECEIPTS).items():
            cells = {plain(name): cleaned(cell) for name, cell in row.items()}
            words = words_of(cells)
            participant = next(
                (match for head in PARTICIPANT_IDS if (match := PARTICIPANTS.fullmatch(cells.get(head, "")))), None
            )
            said = cells[words.submitted] if words else ""
            if not (participant and said):
                continue
            moment, place = _moment(path, number, said, zone), f"row {number} of {one_line(path.name)}"
            before, earlier = found.setdefault((path.parent, participant[1]), (moment, place))
            if before != moment:
                raise ArenaError(
                    BAD_RECEIPTS,
                    f"{path.parent}: {earlier} and {place} give different times of hand-in for participant "
                    f"{participant[1]}",
                    "remove the row with the wrong time; if the rows are in two worksheets, keep only the worksheet "
                    "that was downloaded together with the hand-ins",
                )
    return {place: moment for place, (moment, _) in found.items()}


def _moment(path: Path, number: int, said: str, zone: ZoneInfo) -> datetime:
    try:
        return received_at(said, zone)
    except BadTimeError as error:
        raise ArenaError(
            BAD_RECEIPTS,
            f"{path}: row {number}: the time of the hand-in's last change is {one_line(said)!r}; expected {error}",
            "correct the time in this row; or remove the worksheet, and write the times of the hand-ins into the file "
            f"{RECEIPTS} in the assignment's folder of downloads, in the columns {FILE!r} and {RECEIVED!r}",
        ) from error
