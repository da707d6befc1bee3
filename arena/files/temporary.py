"""Makes temporary folders, and removes the temporary folders that killed processes of the arena have left.

Rule 1: the process that makes a folder also makes a mark file in it, and keeps a lock on the mark file until the
process removes the folder or ends. So a folder whose mark file is locked is in use, and is never removed by another
process.
Rule 2: a folder of another process is removed only if its name matches the arena's pattern, it belongs to the current
user, and its mark file is not locked. A folder without a mark file is kept. Links are never followed.
"""

import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from arena.files.locks import Lock
from arena.system.locking import HELD_CAN_BE_REMOVED
from arena.system.users import is_own

PREFIX: Final = "arena-"
NAME: Final = re.compile(re.escape(PREFIX) + "[a-z0-9_]{8}")
MARK: Final = ".arena-owner"
MOST_LOOKED_AT: Final = 10_000
"""The maximum number of entries that one sweep examines in the shared folder for temporary files. A sweep removes the
folders that killed processes have left.
"""
SWEEP_S: Final = 5.0
"""The maximum duration of a sweep in seconds; a later sweep may remove the rest."""


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Makes a temporary folder, and removes it when the context ends.

    First removes the temporary folders that killed processes have left. Raises OSError.
    """
    sweep(Path(tempfile.gettempdir()))
    folder, lock = _made()
    try:
        yield folder
    finally:
        if HELD_CAN_BE_REMOVED:
            _remove(folder)
        lock.release()
        if not HELD_CAN_BE_REMOVED:
            _remove(folder)


def sweep(place: Path) -> None:
    """Removes the temporary folders in `place` that killed processes of the arena left; skips any that cannot be
    removed.
    """
    until_s = time.monotonic() + SWEEP_S
    with suppress(OSError), os.scandir(place) as entries:
        for entry, _ in zip(entries, range(MOST_LOOKED_AT), strict=False):
            if time.monotonic() > until_s:
                return
            if NAME.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False):
                _remove_if_left(place / entry.name)


def _made() -> tuple[Path, Lock]:
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        try:
            return folder, Lock(folder / MARK)
        except (BlockingIOError, FileNotFoundError):
            pass  # another process removes leftovers, and took this folder for one
        except OSError:
            folder.rmdir()
            raise


def _remove_if_left(folder: Path) -> None:
    with suppress(OSError):
        if not is_own(folder.lstat()):
            return
        if not (folder / MARK).is_file():
            return
        with Lock(folder / MARK, make=False) as lock:
            own = lock.is_own()
            if own and HELD_CAN_BE_REMOVED:
                _remove(folder)
        if own and not HELD_CAN_BE_REMOVED:
            _remove(folder)


def _remove(folder: Path) -> None:
    """Removes a folder. The mark file goes last, because a later sweep removes only folders with a mark file."""
    with suppress(OSError):
        for path in folder.iterdir():
            if path.name == MARK:
                continue
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
        (folder / MARK).unlink()
        folder.rmdir()
