"""Hand-ins among downloads: one archive, file or folder each, whose name says whose it is.

Known are names that begin with who handed in (an id, an address, a handle, a group), Moodle's
`Name_12345_assignsubmission_file_`, and clones that GitHub Classroom calls `assignment-handle`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from arena.course.files import read_table
from arena.course.people.roster import Roster
from arena.course.plan.times import BadTimeError, receipt_of
from arena.errors import ArenaError
from arena.text import one_line

RECEIPTS: Final = "receipts.csv"
BAD_RECEIPTS: Final = "bad-receipts"
FILE_TIME: Final = "the file's time"
MOODLE: Final = re.compile(r"(.+)_(\d+)_assignsubmission_file(?:_.*)?", re.DOTALL)
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
    owners = _Owners(roster)
    found, strangers = [], []
    for entry in entries:
        author = owners.of(entry)
        if author is None:
            strangers.append(one_line(entry.name))
            continue
        for path in _parts(entry):
            place = path.relative_to(folder).as_posix()
            told = receipts.pop(place, None) or receipts.pop(entry.name, None)
            received, by = (told, RECEIPTS) if told else (_file_time(path), FILE_TIME)
            found.append(HandIn(place, path, author, received, by))
    if receipts:
        raise ArenaError(
            BAD_RECEIPTS,
            f"{folder / RECEIPTS} has a receipt of {one_line(min(receipts))!r}, which is nobody's hand-in there",
            "name files as they lie in that folder, or remove the row",
        )
    found.sort(key=lambda one: (one.received.timestamp(), one.place))
    return Found(tuple(found), tuple(strangers))


class _Owners:
    """Finds whose a download is, by its name."""

    def __init__(self, roster: Roster) -> None:
        self._keys: dict[str, set[str]] = {}
        self._handles: dict[str, set[str]] = {}
        self._names: dict[str, set[str]] = {}
        for student in roster.students:
            for text in (student.id, student.email, student.handle, student.group):
                _note(self._keys, text, student.author)
            _note(self._handles, student.handle, student.author)
            _note(self._names, student.name, student.author)

    def of(self, path: Path) -> str | None:
        """The author; None if the name is nobody's, or of two."""
        name = path.name.casefold()
        if moodle := MOODLE.fullmatch(name):
            return _only(self._handles, [moodle[2]]) or _only(self._names, [" ".join(moodle[1].split())])
        if (path / CLONE).exists():
            ends = (name[at + 1 :] for at, sign in enumerate(name) if sign == "-")
            return _only(self._handles, [name, *ends])
        begins = (name[:at] for at in range(len(name) - 1, 0, -1) if name[at] in SIGNS)
        return _only(self._keys, [name, *begins])


def _note(known: dict[str, set[str]], text: str, author: str) -> None:
    if text:
        known.setdefault(text.casefold(), set()).add(author)


def _only(known: Mapping[str, set[str]], names: Iterable[str]) -> str | None:
    """Who is meant by the first of these names that is anybody's."""
    for name in names:
        if name in known:
            return next(iter(known[name])) if len(known[name]) == 1 else None
    return None


def _parts(entry: Path) -> Iterator[Path]:
    """A folder of archives, as Moodle makes it, is as many hand-ins; else it is one."""
    if entry.is_dir() and not entry.is_symlink() and not (entry / CLONE).exists():
        files = sorted(path for path in entry.iterdir() if not path.name.startswith("."))
        if files and all(path.is_file() and path.name.casefold().endswith(ARCHIVES) for path in files):
            yield from files
            return
    yield entry


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
