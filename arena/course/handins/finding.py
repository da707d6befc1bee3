"""Hand-ins among downloads: one archive, file or folder each, whose name says whose it is.

Known are names that begin with who handed in (an id, an address, a group, a handle), Moodle's
`Name_12345_assignsubmission_file_`, and clones that GitHub Classroom calls `assignment-handle`.

Rule 1: students choose their handles and how they call their files: what they have not chosen is looked at first.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from arena.building.house import MANIFEST
from arena.course.files import read_table
from arena.course.people.roster import Roster
from arena.course.plan.times import BadTimeError, receipt_of
from arena.errors import ArenaError
from arena.text import one_line

RECEIPTS: Final = "receipts.csv"
BAD_RECEIPTS: Final = "bad-receipts"
FILE_TIME: Final = "the file's time"
MOODLE: Final = re.compile(r"(.+?)_(\d+)_assignsubmission_file(?:_.*)?", re.DOTALL)
"""The first mark in a name is Moodle's; what follows is called as its author likes."""
CLONE: Final = ".git"
SIGNS: Final = ("_", "-", ".", " ")
"""What may follow after the name of who handed in."""
ARCHIVES: Final = (".zip", ".tar", ".tar.gz", ".tgz", ".gz", ".7z", ".rar", ".bz2", ".xz", ".zst")


@dataclass(frozen=True, slots=True)
class HandIn:
    """Something that somebody handed in."""

    place: str
    """Its path in the folder of downloads."""
    path: Path
    author: str
    received: datetime
    by: str
    """What says when it was received."""


@dataclass(frozen=True, slots=True)
class Found:
    """What lies among the downloads of an assignment."""

    hand_ins: tuple[HandIn, ...]
    """In order of receipt."""
    strangers: tuple[str, ...]
    """What is nobody's of the roster."""
    passed_over: tuple[str, ...] = ()
    """Files that lie beside archives in a folder of somebody's."""

    def of(self, author: str) -> tuple[HandIn, ...]:
        """Those of one author."""
        return tuple(one for one in self.hand_ins if one.author == author)


def find_hand_ins(folder: Path, roster: Roster, zone: ZoneInfo) -> Found:
    """Those in a folder; raises ArenaError [no-downloads], [bad-receipts]."""
    try:
        entries = sorted(path for path in folder.iterdir() if not path.name.startswith(".") and path.name != RECEIPTS)
    except OSError as error:
        raise ArenaError(
            "no-downloads",
            f"{folder} cannot be read: {error.strerror}",
            "make that folder, and put into it what was handed in: an archive or a folder each",
        ) from error
    receipts = _receipts(folder / RECEIPTS, zone)
    owners = _Owners(roster, [entry for entry in entries if (entry / CLONE).exists()])
    found: list[HandIn] = []
    strangers, passed_over = [], []
    used = {entry.name for entry in entries}
    for entry in entries:
        author = owners.of(entry)
        if author is None:
            strangers.append(one_line(entry.name))
            continue
        parts, beside = _parts(entry)
        passed_over += [one_line(path.relative_to(folder).as_posix()) for path in beside]
        for path in parts:
            place = path.relative_to(folder).as_posix()
            used.add(place)
            told = receipts.get(place) or receipts.get(entry.name)
            received, by = (told, RECEIPTS) if told else (_file_time(path), FILE_TIME)
            found.append(HandIn(place, path, author, received, by))
    if lost := receipts.keys() - used:
        raise ArenaError(
            BAD_RECEIPTS,
            f"{folder / RECEIPTS} has a receipt of {one_line(min(lost))!r}, which is nobody's hand-in there",
            "name files as they lie in that folder, or remove the row",
        )
    found.sort(key=lambda one: (one.received.timestamp(), one.place))
    return Found(tuple(found), tuple(strangers), tuple(passed_over))


class _Owners:
    """Finds whose a download is, by its name."""

    def __init__(self, roster: Roster, clones: Iterable[Path]) -> None:
        self._ids: dict[str, set[str]] = {}
        self._keys: dict[str, set[str]] = {}
        self._handles: dict[str, set[str]] = {}
        self._names: dict[str, set[str]] = {}
        for student in roster.students:
            _note(self._ids, student.id, student.author)
            for text in (student.email, student.group):
                _note(self._keys, text, student.author)
            _note(self._handles, student.handle, student.author)
            _note(self._names, student.name, student.author)
        self._prefix = self._prefix_of([clone.name.casefold() for clone in clones])

    def of(self, path: Path) -> str | None:
        """The author; None if the name is nobody's, or of two."""
        name = path.name.casefold()
        if moodle := MOODLE.fullmatch(name):
            return _only(self._handles, [moodle[2]]) or _only(self._names, [" ".join(moodle[1].split())])
        begins = [name, *(name[:at] for at in range(len(name) - 1, 0, -1) if name[at] in SIGNS)]
        if (path / CLONE).exists():
            handle = name.removeprefix(self._prefix) if self._prefix is not None else ""
            return _only(self._ids, begins) or _only(self._handles, [handle])
        return _only(self._ids, begins) or _only(self._keys, begins) or _only(self._handles, begins)

    def _prefix_of(self, clones: list[str]) -> str | None:
        """What stands before the handles of clones: the same in all, or in most; None if it could be either of two."""
        counts = Counter(
            name[:at]
            for name in clones
            for at in range(len(name))
            if (at == 0 or name[at - 1] == "-") and name[at:] in self._handles
        )
        best = [prefix for prefix, count in counts.items() if count == max(counts.values())]
        return best[0] if len(best) == 1 else None


def _note(known: dict[str, set[str]], text: str, author: str) -> None:
    if text:
        known.setdefault(text.casefold(), set()).add(author)


def _only(known: Mapping[str, set[str]], names: Iterable[str]) -> str | None:
    """Who is meant by the first of these names that is anybody's."""
    for name in names:
        if name in known:
            return next(iter(known[name])) if len(known[name]) == 1 else None
    return None


def _parts(entry: Path) -> tuple[list[Path], list[Path]]:
    """A folder with archives, as Moodle makes it, is as many hand-ins, else it is one; and the other files in it."""
    if entry.is_dir() and not entry.is_symlink() and not (entry / CLONE).exists():
        files = sorted(path for path in entry.iterdir() if not path.name.startswith("."))
        archives = [path for path in files if path.name.casefold().endswith(ARCHIVES)]
        if archives and all(path.is_file() for path in files) and not (entry / MANIFEST).exists():
            return archives, [path for path in files if path not in archives]
    return [entry], []


def _file_time(path: Path) -> datetime:
    """When a file was changed last, or the latest file of a folder."""
    newest = path.lstat().st_mtime
    if path.is_dir() and not path.is_symlink():
        times = [
            one.lstat().st_mtime
            for one in path.rglob("*")
            if CLONE not in one.relative_to(path).parts and (one.is_file() or one.is_symlink())
        ]
        newest = max(times, default=newest)
    return datetime.fromtimestamp(newest, UTC)


def _receipts(path: Path, zone: ZoneInfo) -> dict[str, datetime]:
    """When hand-ins were received, by their place; nothing where there is no such file."""
    if not path.exists():
        return {}
    found: dict[str, datetime] = {}
    for number, row in enumerate(read_table(path, BAD_RECEIPTS), start=1):
        if not {"file", "received"} <= row.keys():
            raise ArenaError(
                BAD_RECEIPTS, f"{path} has the columns {one_line(', '.join(row))}", "expected file and received"
            )
        try:
            found[row["file"]] = receipt_of(row["received"], zone)
        except BadTimeError as error:
            said = one_line(row["received"])
            raise ArenaError(
                BAD_RECEIPTS, f"{path}: row {number}: received is {said!r}; expected {error}", "mend that cell"
            ) from error
    return found
