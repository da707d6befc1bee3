"""Locks on open files; each ends with its process."""

import errno
import importlib
import os
import time
from typing import Any, Final

from arena.system.kinds import FORKS

LOCKED_BYTE: Final = 0x7FFF_FFFE
"""Windows lets nobody else read what is locked, so that is a byte behind the end of every file."""
LOOK_S: Final = 0.05
REFUSED: Final = (errno.EACCES, 0)
"""How Windows says that another has it, and how Wine does."""
IN_FOLDER: Final = ".lock"
"""The file that is locked for a folder, where folders cannot be opened."""
HELD_CAN_BE_REMOVED: Final = FORKS
"""Whether a file can be removed that a process has open."""


if FORKS:
    import fcntl

    def lock(file: int, *, wait: bool) -> None:
        """Takes the lock on an open file; raises BlockingIOError where another has it, unless this shall `wait`."""
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)

    def demand_unlocked(file: int) -> None:
        """Raises BlockingIOError where another has the lock on an open file."""
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)

else:
    msvcrt: Any = importlib.import_module("msvcrt")  # whose names are typed on Windows alone

    def lock(file: int, *, wait: bool) -> None:
        """Takes the lock on an open file; raises BlockingIOError where another has it, unless this shall `wait`."""
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
        """Raises BlockingIOError where another has the lock on an open file."""
        lock(file, wait=False)
        os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)
