"""Locks between processes on a file or a folder; a lock ends at the latest with its process."""

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
    """A lock that lasts until it is released or its process ends; as a context manager, it is released at the block's
    end.
    """

    def __init__(self, path: Path, *, wait: bool = False, make: bool = True, mode: int = 0o600) -> None:
        """Takes the lock on a folder or a file.

        `wait`: whether to wait while another process has the lock; if False, raises BlockingIOError instead. `make`:
        whether to make a missing file, with the mode `mode`; if False, raises FileNotFoundError instead. Raises
        OSError for other failures.
        """
        self.path = path = path / IN_FOLDER if FOLDER is None and path.is_dir() else path
        while True:
            self.file = _opened(path, make=make, mode=mode)
            """A descriptor of the locked file, for reading or writing it."""
            try:
                lock(self.file, wait=wait)
                if _is_at(path.stat, self.file):
                    return
            except BaseException:
                os.close(self.file)
                raise
            os.close(self.file)  # the previous holder has removed or replaced the file; tries again

    def is_own(self) -> bool:
        """Whether the locked file is at the path itself, not behind a link, and belongs to the current user."""
        return _is_at(self.path.lstat, self.file) and is_own(os.fstat(self.file))

    def release(self) -> None:
        """Releases the lock; must not be called twice."""
        os.close(self.file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def is_locked(path: Path) -> bool:
    """Whether a process has the lock on this file.

    The check takes the lock for a moment, so another process may fail to take it meanwhile.
    """
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
