"""Restores a ladder from a backup, on the same machine or another machine.

Rule 1: files reach their final folder only after every file matches its SHA-256 sum and this release has checked the
database's tables.
Rule 2: no existing file is replaced: the folder must be missing or empty.
Rule 3: a backup is unpacked with the same precautions as a stranger's archive. A backup is not compressed, so the total
size of its unpacked files may not exceed the size of the backup.
"""

import errno
from hashlib import file_digest
from pathlib import Path
from typing import Final

from arena.archives.entries import MB, Bounds
from arena.archives.unpacking import unpack_tar
from arena.errors import ArenaError
from arena.ladder.backups.drafting import drafting
from arena.ladder.backups.sums import FORMAT, LIST, format_of, sums_in, text_of
from arena.ladder.keeping.file import FILE, FileBase
from arena.ladder.keeping.upgrading import is_current, revision_of, upgrade
from arena.system.files import sync
from arena.text import one_line

FOLDER: Final = 2
"""The minimum number of bytes of a folder's name in a path: a letter and a slash.

So an uncompressed backup of n bytes can name at most n / FOLDER files and folders; one with more is refused.
"""
BAD: Final = "bad-backup"
NOWHERE: Final = (errno.EXDEV, errno.EBUSY)


def restore(backup: Path, folder: Path) -> int:
    """Restores a backup to a folder, and returns the number of restored files.

    Raises ArenaError [folder-not-empty], [bad-backup], [later-ladder], [under-way], [foreign-file], OSError; after an
    error, `folder` is not changed.
    """
    folder = folder.absolute()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ArenaError(
            "folder-not-empty",
            f"{folder} exists and is not empty",
            "give a folder that is empty or does not exist yet; nothing was changed",
        )
    with drafting(folder.with_name(f".{folder.name}-restoring")) as draft:
        there = draft / "ladder"
        _unpack(backup, there)
        count = _check(backup, there)
        _demand_release(backup, there, draft / "fresh.db")
        _make_safe(there)
        try:
            there.rename(folder)
        except OSError as error:
            if error.errno not in NOWHERE:
                raise
            raise ArenaError(
                "folder-not-empty",
                f"{folder} is the mount point of a disk, so the restored ladder cannot replace this folder",
                "give a new folder inside this folder",
            ) from error
    sync(folder.parent)
    return count


def _unpack(backup: Path, there: Path) -> None:
    size = backup.stat().st_size
    most = size // MB + 1
    try:
        with backup.open("rb") as file:
            unpack_tar(file, there, str(backup), Bounds(most, most, size // FOLDER))
    except ArenaError as error:
        raise _bad(error.message) from error
    there.chmod(0o700)


def _check(backup: Path, there: Path) -> int:
    """Compares all unpacked files with the backup's list of SHA-256 sums, and removes the list; returns the number of
    files.
    """
    try:
        text = text_of((there / LIST).read_bytes())
    except OSError:
        text = ""
    number = format_of(text)
    if number is None:
        raise _bad(f"{backup} is not a backup of a ladder: the file {LIST} is missing")
    if number > FORMAT:
        raise _later(backup)
    try:
        sums = sums_in(text)
    except ValueError as error:
        raise _bad(f"{backup} is damaged: the file {LIST} cannot be read") from error
    (there / LIST).unlink()
    found = {str(path.relative_to(there)): path for path in sorted(there.rglob("*")) if path.is_file()}
    for name in sorted({*found, *sums}):
        if name not in found:
            raise _bad(f"{backup} is damaged: {one_line(name)} is missing")
        if _digest(found[name]) != sums.get(name):
            raise _bad(f"{backup} is damaged: {one_line(name)} has changed since the backup was made")
    if FILE not in found:
        raise _bad(f"{backup} is not a backup of a ladder: the file {FILE} is missing")
    return len(found)


def _demand_release(backup: Path, there: Path, fresh: Path) -> None:
    """Raises ArenaError [later-ladder] if a later release made the tables of the ladder's database, and [bad-backup] if
    no release made them or the database cannot be read.

    `there`: the folder with the unpacked backup; `fresh`: the path for a new database to compare with.
    """
    base, made = FileBase(there / FILE), FileBase(fresh)
    try:
        is_current(base)  # raises for a later release; older tables are upgraded when the ladder is opened
        if (revision := revision_of(base)) is None:
            raise _bad(f"{backup} contains a database without tables")
        upgrade(made, to=revision)
        if differing := sorted(_schema(base) ^ _schema(made)):
            raise _bad(
                f"{backup} contains a database that was not made by a release of the arena; the difference is "
                f"in {one_line(differing[0])}"
            )
    except ArenaError as error:
        if error.code == "later-ladder":
            raise _later(backup) from error
        if error.code == BAD:
            raise
        raise _bad(f"{backup} contains a database that cannot be read: {error.message}") from error
    finally:
        base.close()
        made.close()


def _schema(base: FileBase) -> set[str]:
    """Returns a text for each table, view, trigger and index of a database, and one for the columns of each table."""
    with base.reading() as connection:
        found = connection.exec_driver_sql("SELECT type, name, tbl_name FROM sqlite_master").all()
        columns = connection.exec_driver_sql(
            "SELECT name, (SELECT group_concat(c.name || ' ' || c.type || c.pk || c.hidden) FROM pragma_table_xinfo("
            "m.name) c) FROM sqlite_master m WHERE type = 'table'"
        ).all()
    things = {f"the {one.type} {one.name} of {one.tbl_name}" for one in found}
    return things | {f"the columns of {name}: {told}" for name, told in columns}


def _make_safe(there: Path) -> None:
    """Syncs all files to the disk, and removes other users' permissions; executable files remain executable."""
    for path in there.rglob("*"):
        path.chmod(path.stat().st_mode & 0o700)
        sync(path)
    sync(there)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _bad(sentence: str) -> ArenaError:
    return ArenaError(BAD, sentence, "restore another backup; nothing was changed")


def _later(backup: Path) -> ArenaError:
    return ArenaError(
        "later-ladder",
        f"{backup} was made by a later release of the arena",
        "restore the backup with this later release",
    )
