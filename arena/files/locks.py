"""Locks between processes on a file or a folder; each ends with its process."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from arena.system.files import AT_ONCE, CLOSED, FOLDER, NO_LINK
from arena.system.locking import IN_FOLDER, demand_unlocked, lock
from arena.system.users import is_own

OPENING: Final = CLOSED | AT_ONCE


class Lock:
    """A lock that is held until it is released or its process ends; as a context manager, it is released on leaving."""

    def __init__(self, path: Path, *, wait: bool = False, make: bool = True, mode: int = 0o600) -> None:
        """Takes the lock on a folder or a file; a missing file is made with the rights `mode`.

        `wait`: whether to wait until the lock is free. `make`: whether a missing file is made. Raises BlockingIOError
        if another process has the lock, and OSError.
        """
        self.path = path = path / IN_FOLDER if FOLDER is None and path.is_dir() else path
        while True:
            self.file = _opened(path, make=make, mode=mode)
            """A descriptor of the locked file, to read or write it."""
            try:
                lock(self.file, wait=wait)
                if _is_at(path.stat, self.file):
                    return
            except BaseException:
                os.close(self.file)
                raise
            os.close(self.file)  # its last holder has removed the file

    def is_own(self) -> bool:
        """Whether the locked file lies at the path itself, not behind a link, and belongs to this user."""
        return _is_at(self.path.lstat, self.file) and is_own(os.fstat(self.file))

    def release(self) -> None:
        """Releases the lock; may be called only once."""
        os.close(self.file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def is_locked(path: Path) -> bool:
    """Whether a process has the lock on this file; a process that tries to take the lock during this call may fail."""
    with suppress(OSError):
        file = os.open(path, os.O_RDONLY | OPENING)
        try:
            demand_unlocked(file)
        except BlockingIOError:
            return True
        finally:
            os.close(file)
    return False


def _opened(path: Path, *, make: bool, mode: int) -> int:
    if FOLDER is not None and path.is_dir():
        return os.open(path, os.O_RDONLY | FOLDER | OPENING)
    return os.open(path, os.O_RDWR | NO_LINK | OPENING | (os.O_CREAT if make else 0), mode)


def _is_at(look: Callable[[], os.stat_result], file: int) -> bool:
    try:
        return os.path.samestat(look(), os.fstat(file))
    except FileNotFoundError:
        return False
