"""Finds hand-ins among downloads; each hand-in is an archive, a file or a folder whose name identifies its author."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from arena.building.house import MANIFEST
from arena.course.csv_file import CsvFile
from arena.course.handins.content import CLONE
from arena.course.handins.owners import Owners, is_of_moodle, is_of_system, is_typed, number_in_moodle
from arena.course.handins.receipts import BAD_RECEIPTS, RECEIPTS, place_key, read_receipts
from arena.course.handins.worksheets import WORKSHEET, times_of, worksheet_in
from arena.course.people.roster import Roster
from arena.errors import ArenaError
from arena.text import one_line

FILE_TIME: Final = "the file's time"
ARCHIVES: Final = (".zip", ".tar", ".tar.gz", ".tgz", ".gz", ".7z", ".rar", ".bz2", ".xz", ".zst")


@dataclass(frozen=True, slots=True)
class HandIn:
    """A bot that was handed in: its path, its author, and its time of receipt."""

    place: str
    """The path of the hand-in, relative to the folder of downloads."""
    path: Path
    author: str
    received: datetime
    by: str
    """The source of the time of receipt, such as `receipts.csv` or the file's time."""


@dataclass(frozen=True, slots=True)
class Found:
    """The hand-ins of an assignment, and the other files among its downloads."""

    hand_ins: tuple[HandIn, ...]
    """All hand-ins, in order of receipt."""
    strangers: tuple[str, ...]
    """The names of downloads whose author is not in the roster or is ambiguous."""
    passed_over: tuple[str, ...] = ()
    """The names of files that are no hand-ins: files next to archives in an author's folder, and texts typed into
    Moodle.
    """

    def of(self, author: str) -> tuple[HandIn, ...]:
        """The hand-ins of one author."""
        return tuple(one for one in self.hand_ins if one.author == author)


def find_hand_ins(folder: Path, roster: Roster, zone: ZoneInfo) -> Found:
    """Finds the hand-ins in an assignment's folder of downloads.

    The folder must have the assignment's name, because the name of a student's GitHub repository may contain it. Raises
    ArenaError [no-downloads] if the folder cannot be read, [bad-receipts] if `receipts.csv` or a worksheet is invalid.
    """
    try:
        there = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        raise ArenaError(
            "no-downloads",
            f"{folder} cannot be read: {error.strerror}",
            "check that this path is a folder that you may read; if it is missing, make the folder and put the "
            "hand-ins there, each as an archive or as a folder of its own",
        ) from error
    tables = [path for path in there if path.name.casefold() == RECEIPTS]
    entries = [path for path in there if path not in tables]
    receipts = read_receipts(tables[0] if tables else folder / RECEIPTS, zone)
    owners = Owners(roster, entries, folder.name)
    entries = [one for entry in entries for one in _opened(entry, owners)]
    owners = Owners(roster, entries, folder.name)
    sheets = _worksheets(entries, owners)
    entries = [entry for entry in entries if entry not in sheets]
    changed = times_of(sheets.items(), zone)
    found: list[HandIn] = []
    strangers, passed_over = [], []
    used = {place_key(entry.relative_to(folder).as_posix()) for entry in entries}
    for entry in entries:
        name = entry.relative_to(folder).as_posix()
        if is_typed(entry.name):
            passed_over.append(one_line(name))
            continue
        author = owners.of(entry)
        if author is None:
            strangers.append(one_line(name))
            continue
        parts, beside = _parts(entry)
        passed_over += [one_line(path.relative_to(folder).as_posix()) for path in beside]
        for path in parts:
            place = path.relative_to(folder).as_posix()
            used.add(place_key(place))
            told = receipts.get(place_key(place)) or receipts.get(place_key(name))
            in_moodle = changed.get((entry.parent, number_in_moodle(entry.name)))
            by = RECEIPTS if told else WORKSHEET if in_moodle else FILE_TIME
            found.append(HandIn(place, path, author, told or in_moodle or _file_time(path), by))
    if lost := {place for place in receipts.keys() - used if not (folder / place).exists()}:
        raise ArenaError(
            BAD_RECEIPTS,
            f"{folder / RECEIPTS} gives a time of receipt for {one_line(min(lost))!r}, but {folder} does not "
            "contain a hand-in with this path",
            f"correct the path in the column 'file' of {RECEIPTS}, or remove the row",
        )
    found.sort(key=lambda one: (one.received.timestamp(), one.place))
    return Found(tuple(found), tuple(strangers), tuple(passed_over))


def _worksheets(entries: Iterable[Path], owners: Owners) -> dict[Path, CsvFile]:
    """Returns the tables of Moodle's worksheets among the downloads, by path.

    A download is skipped if its name fits an author or has the form that Moodle or Canvas gives to hand-ins.
    """
    others = (entry for entry in entries if owners.of(entry) is None and not is_of_system(entry.name))
    return {entry: sheet for entry in others if (sheet := worksheet_in(entry))}


def _opened(entry: Path, owners: Owners) -> list[Path]:
    """Returns the content of `entry` if it is a folder of many authors' hand-ins; otherwise only `entry`.

    In a folder of many authors, at least one file or folder has a name that fits an author or has Moodle's form. A
    clone or a bot is never such a folder, nor is a folder whose own name fits an author or has Moodle's form.
    """
    if owners.of(entry) or is_of_moodle(entry.name) or not entry.is_dir() or entry.is_symlink():
        return [entry]
    if (entry / CLONE).exists() or (entry / MANIFEST).exists():
        return [entry]
    inner = sorted(path for path in entry.iterdir() if not path.name.startswith("."))
    return inner if any(is_of_moodle(one.name) or owners.of(one) for one in inner) else [entry]


def _parts(entry: Path) -> tuple[list[Path], list[Path]]:
    """Returns the hand-ins in one author's download, and the files in it that are no hand-ins.

    In a folder that contains archives, but no subfolder and no bot.toml, only the archives are hand-ins. Any other
    download is itself the only hand-in.
    """
    if entry.is_dir() and not entry.is_symlink() and not (entry / CLONE).exists():
        files = sorted(path for path in entry.iterdir() if not path.name.startswith("."))
        archives = [path for path in files if path.name.casefold().endswith(ARCHIVES)]
        if archives and all(path.is_file() for path in files) and not (entry / MANIFEST).exists():
            return archives, [path for path in files if path not in archives]
    return [entry], []


def _file_time(path: Path) -> datetime:
    """The time of the last change to a file, or to any file in a folder, except the files of git."""
    newest = path.lstat().st_mtime
    if path.is_dir() and not path.is_symlink():
        times = [
            one.lstat().st_mtime
            for one in path.rglob("*")
            if CLONE not in one.relative_to(path).parts and (one.is_file() or one.is_symlink())
        ]
        newest = max(times, default=newest)
    return datetime.fromtimestamp(newest, UTC)
