"""Makes a backup: one tar file with all data of a ladder, even while the ladder's server runs.

Rule 1: a file is copied before the data to which it refers. The order is: ladders, finals, results, the database, and
the archives. The database has a row for each submitted version, which refers to an archive. The server stores the
archive before it adds the row, and never removes the row. So a backup has all versions and archives to which its files
refer.
Rule 2: a backup gets its name only when all of it is on the disk, so a killed process never leaves an incomplete backup
under this name.
Rule 3: files in the backup have the same names as in the ladder's folder. These names do not identify people: the
name of an archive, for example, is its hash.
Rule 4: archives, and the files in a final's folder of bots, come from strangers, so they are copied byte by byte,
whatever their names and contents. Only the arena's own databases are opened as databases, and only files that the arena
itself named are left out.
"""

import io
import os
import sqlite3
import stat
import tarfile
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Final

from arena.archives.databases import copy_database, is_database
from arena.errors import ArenaError
from arena.files.whole import beside
from arena.ladder.backups.drafting import drafting
from arena.ladder.backups.sums import LIST, list_bytes
from arena.ladder.keeping.blobs import DIGEST, NEW
from arena.ladder.keeping.database import is_on_server
from arena.ladder.keeping.file import BEFORE, FILE
from arena.ladder.ladder import ADDRESS, BLOBS, SERVING, UNPACKED
from arena.ladder.playing.files import CHALLENGES, FINALS, LADDERS
from arena.system.files import sync

DRAFT: Final = ".arena-backup"
PASSING: Final = (UNPACKED, ADDRESS, SERVING, beside(Path(ADDRESS)).name, f"{BLOBS}/{NEW}", CHALLENGES)
"""Paths in the ladder's folder that are left out of a backup: files of the running server, unfinished work, and
challenges, which their authors can request again.
"""
BESIDE: Final = ("-wal", "-shm", "-journal", ".draft", ".lock")
"""A file whose name has one of these endings is left out of a backup, because a process is writing it."""
PRIVATE: Final = 0o600
RUNS: Final = 0o700
OURS: Final = 2
"""In a path below the folder of finals, such as NAME/league.toml, the number of leading parts that the arena chooses.

Strangers, the authors of bots, choose all later parts.
"""


@dataclass(frozen=True, slots=True)
class Backup:
    """A finished backup: its path, the number of its files, and its size in bytes."""

    path: Path
    files: int
    size: int
    lacking: tuple[str, ...]
    """The hashes of archives that the database names, but that are missing from the ladder's folder or have changed."""


def back_up(folder: Path, out: Path) -> Backup:
    """Backs up the ladder in `folder` to a new file.

    `out`: the path of the new file, or an existing folder. In a folder, the file's name contains the present time.

    Raises ArenaError [no-ladder], [rows-elsewhere], [file-there], [under-way], [foreign-file], [ladder-failed],
    OSError.
    """
    if is_on_server(folder):
        raise ArenaError(
            "rows-elsewhere",
            f"the ladder in {folder} stores its data on a database server; this command backs up only ladders "
            "that store all data in their folder",
            "stop the ladder's server, then copy the database with pg_dump and the folder with tar, as "
            "described in docs/operate.md",
        )
    if not (folder / FILE).is_file():
        raise _no_ladder(folder)
    if out.is_dir():
        out /= f"ladder-{datetime.now(UTC):%Y-%m-%dT%H-%M-%SZ}.tar"
    if out.exists():
        raise _there(out)
    with drafting(out.parent / DRAFT) as draft:
        whole = draft / "whole"
        with whole.open("xb") as file:
            whole.chmod(0o600)
            sums = _Writing(file, folder, draft / "copy.db").all()
            file.flush()
            os.fsync(file.fileno())
            size = file.tell()
        try:
            lacking = _lacking(draft / "known.db", sums)
        except sqlite3.Error as error:
            raise _no_ladder(folder) from error
        try:
            os.link(whole, out)  # making a link never replaces a file
        except FileExistsError as error:
            raise _there(out) from error
    sync(out.parent)
    return Backup(out, len(sums), size, lacking)


class _Writing:
    """Writes the tar of a backup, and collects the hashes of its files."""

    def __init__(self, out: BinaryIO, folder: Path, copy: Path) -> None:
        """Opens the tar for writing in `out`.

        `folder`: the ladder's folder; `copy`: the path for the temporary copy of a database.
        """
        self._tar = tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT)  # noqa: SIM115  # closed in `all`
        self._folder, self._copy = folder, copy
        self._sums: dict[str, str] = {}

    def all(self) -> dict[str, str]:
        """Writes all files into the tar, and returns the SHA-256 hash of each file, by name."""
        with closing(self._tar):
            for name, path in _files(self._folder):
                with suppress(FileNotFoundError):  # it was removed meanwhile
                    if not _is_archive(name):
                        self._add_any(name, path)
            self._add_database(FILE, self._folder / FILE)
            self._copy.rename(self._copy.with_name("known.db"))
            for name, path in _files(self._folder):
                with suppress(FileNotFoundError):
                    if _is_archive(name):
                        self._add(name, path)
            text = list_bytes(self._sums)
            self._tar.addfile(_entry(LIST, len(text)), io.BytesIO(text))
        return self._sums

    def _add_any(self, name: str, path: Path) -> None:
        if path.is_dir():
            self._tar.addfile(_folder_entry(name))
        elif not _is_strangers(name) and is_database(path):
            self._add_database(name, path)
        else:
            self._add(name, path)

    def _add_database(self, name: str, path: Path) -> None:
        try:
            copy_database(path, self._copy)
        except sqlite3.Error as error:
            raise ArenaError(
                "ladder-failed",
                f"{path} cannot be copied: {error}",
                "check that the ladder's disk works, and that the backup's disk works and has free space",
            ) from error
        self._add(name, self._copy)

    def _add(self, name: str, path: Path) -> None:
        with path.open("rb") as file:
            content, there = _Hashed(file), os.fstat(file.fileno())
            entry = _entry(name, there.st_size)
            entry.mode = RUNS if _is_strangers(name) and there.st_mode & stat.S_IXUSR else PRIVATE
            self._tar.addfile(entry, content)  # type: ignore[arg-type]  # tarfile calls only `read`
            self._sums[name] = content.hash.hexdigest()


class _Hashed:
    """A file that computes the hash of the bytes read from it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self.hash = file, sha256()

    def read(self, size: int) -> bytes:
        """Reads at most `size` bytes, and adds them to the hash."""
        chunk = self._file.read(size)
        self.hash.update(chunk)
        return chunk


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yields the name in the backup and the path of each file to back up, except the main database.

    Also yields the empty folders inside the bots of finals.
    """
    for place, folders, names in os.walk(folder, onerror=_tell_unreadable):
        here = Path(place).relative_to(folder)
        folders[:] = sorted((name for name in folders if str(here / name) not in PASSING), key=_turn)
        links = [name for name in folders if (folder / here / name).is_symlink()]
        if not (folders or names) and _is_strangers(str(here)):
            yield str(here), Path(place)
        for name in map(str, (here / name for name in sorted([*names, *links]))):
            path = folder / name
            if _passes(name):
                continue
            if path.is_symlink() or not _is_kept(name) or (path.exists() and not path.is_file()):
                raise ArenaError(
                    "foreign-file",
                    f"{name!r} in {folder} cannot be backed up: it is a link or a special file, or its name has "
                    "unprintable characters",
                    "move it out of the folder; if it is a link to another disk, mount the disk in its place",
                )
            yield name, path


def _turn(name: str) -> tuple[bool, str]:
    return name != LADDERS, name


def _passes(name: str) -> bool:
    """Returns whether `_files` skips the file with this path in the ladder's folder.

    It skips the main database, its copies from before upgrades, and the files that PASSING and BESIDE name.
    """
    ours = name in (FILE, *PASSING) or name.startswith((BEFORE, f".{BEFORE}")) or name.endswith(BESIDE)
    return ours and not _is_strangers(name)


def _is_kept(name: str) -> bool:
    """Returns whether the ladder's folder may contain a file with this path; any other path makes a backup fail."""
    return _is_strangers(name) or name.isprintable()


def _is_strangers(name: str) -> bool:
    """Returns whether a path in the ladder's folder is inside a final's bot, where strangers choose files and names."""
    place, *inner = name.split("/")
    return place == FINALS and len(inner) > OURS


def _is_archive(name: str) -> bool:
    return name.startswith(f"{BLOBS}/")


def _tell_unreadable(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):  # it was removed meanwhile
        raise error


def _entry(name: str, size: int) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = size, PRIVATE
    return entry


def _folder_entry(name: str) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.type, entry.mode = tarfile.DIRTYPE, RUNS
    return entry


def _lacking(database: Path, sums: dict[str, str]) -> tuple[str, ...]:
    with closing(sqlite3.connect(database)) as connection:
        known = {row[0] for row in connection.execute("SELECT digest FROM submission")}
    whole = {digest for name, digest in sums.items() if name == f"{BLOBS}/{digest[:2]}/{digest}"}
    return tuple(sorted(digest for digest in known - whole if DIGEST.fullmatch(digest)))


def _no_ladder(folder: Path) -> ArenaError:
    return ArenaError(
        "no-ladder", f"the folder {folder.absolute()} does not contain a ladder", "give the folder of a ladder"
    )


def _there(out: Path) -> ArenaError:
    return ArenaError(
        "file-there",
        f"the file {out} exists already",
        "give a new file or an existing folder; in a folder, the backup is called ladder-TIME.tar, where TIME is "
        "the present time",
    )
