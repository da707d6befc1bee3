"""Locks between processes on a file or a folder; each ends with its process."""

import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

OPENING: Final = os.O_CLOEXEC | os.O_NONBLOCK


class Lock:
    """A lock that is held until it is released, or its process ends; a context manager that releases it."""

    def __init__(self, path: Path, *, wait: bool = False, make: bool = True, mode: int = 0o600) -> None:
        """Takes the lock on a file, which is made with these rights where it is not there, or on a folder.

        `wait`: until nobody else has it. `make`: whether a file is made. Raises BlockingIOError where another process
        has it, and OSError.
        """
        self.path = path
        while True:
            self.file = _opened(path, make=make, mode=mode)
            """A descriptor of the locked file, to read or write it."""
            try:
                fcntl.flock(self.file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
                if _is_at(path.stat, self.file):
                    return
            except BaseException:
                os.close(self.file)
                raise
            os.close(self.file)  # who had it before has removed it

    def is_own(self) -> bool:
        """Whether what is locked lies at the path itself, through no link, and belongs to this user."""
        return _is_at(self.path.lstat, self.file) and os.fstat(self.file).st_uid == os.geteuid()

    def release(self) -> None:
        """Lets others take it; may not be said twice."""
        os.close(self.file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def is_locked(path: Path) -> bool:
    """Whether some process has the lock on this file; whoever takes it at this moment is told that another has it."""
    with suppress(OSError):
        file = os.open(path, os.O_RDONLY | OPENING)
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(file)
    return False


def _opened(path: Path, *, make: bool, mode: int) -> int:
    if path.is_dir():
        return os.open(path, os.O_RDONLY | os.O_DIRECTORY | OPENING)
    return os.open(path, os.O_RDWR | os.O_NOFOLLOW | OPENING | (os.O_CREAT if make else 0), mode)


def _is_at(look: Callable[[], os.stat_result], file: int) -> bool:
    try:
        return os.path.samestat(look(), os.fstat(file))
    except FileNotFoundError:
        return False
