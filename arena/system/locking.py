"""Locks on open files; the system releases a lock when its process ends."""

import errno
import importlib
import os
import time
from typing import Any, Final

from arena.system.kinds import FORKS

LOCKED_BYTE: Final = 0x7FFF_FFFE
"""The position of the byte that is locked on Windows. It lies far past the end of every file, because other processes
cannot read a locked byte.
"""
LOOK_S: Final = 0.05
REFUSED: Final = (errno.EACCES, 0)
"""The errnos with which Windows and Wine report that another process has the lock."""
IN_FOLDER: Final = ".lock"
"""The name of the file that is locked instead of its folder on systems that cannot open folders."""
HELD_CAN_BE_REMOVED: Final = FORKS
"""Whether this system can remove a file that a process has open."""


if FORKS:
    import fcntl

    def lock(file: int, *, wait: bool) -> None:
        """Locks an open file; if another process has the lock, waits if `wait`, else raises BlockingIOError."""
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)

    def demand_unlocked(file: int) -> None:
        """Raises BlockingIOError if another process has the lock on an open file; takes no lock."""
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)

else:
    msvcrt: Any = importlib.import_module("msvcrt")  # the stubs define its names only on Windows

    def lock(file: int, *, wait: bool) -> None:
        """Locks an open file; if another process has the lock, waits if `wait`, else raises BlockingIOError."""
        while True:
            os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
            try:
                msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
            except OSError as error:
                if error.errno not in REFUSED:
                    raise
                if not wait:
                    raise BlockingIOError(error.errno, "another process has the lock") from error
                time.sleep(LOOK_S)
                continue
            os.lseek(file, 0, os.SEEK_SET)
            return

    def demand_unlocked(file: int) -> None:
        """Raises BlockingIOError if another process has the lock on an open file; else takes the lock and releases it
        at once.
        """
        lock(file, wait=False)
        os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)
