"""Makes a lock file that names the process which is playing a league and storing its results."""

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from arena.files.locks import Lock

PROBES_PASS_S: Final = 0.5
"""The seconds for which a new claim waits for the lock. A process that only checks a claim also holds the lock, but
only for a moment.
"""
TICK_S: Final = 0.02


class Claim:
    """The exclusive right of a process to write to a store; it lasts until it is given up or the process ends."""

    def __init__(self, path: Path) -> None:
        """Takes the claim; raises BlockingIOError if another process has it, or OSError if the lock file cannot be
        made.
        """
        self._lock = _taken(path)
        try:
            os.ftruncate(self._lock.file, 0)
            os.write(self._lock.file, str(os.getpid()).encode())
        except OSError:
            self._lock.release()
            raise

    def give_up(self) -> None:
        """Ends the claim, so that another process can write to the store."""
        with suppress(OSError):
            self._lock.path.unlink()  # removed while locked, so that a waiting process sees that the file is gone
        self._lock.release()


def owner(path: Path) -> str:
    """Returns the process that the lock file `path` names, as text for people."""
    try:
        pid = path.read_text("ascii", "replace")[:10]
    except OSError:
        pid = ""
    return f"another arena (process {pid})" if pid.isdecimal() else "another arena"


def _taken(path: Path) -> Lock:
    deadline = time.monotonic() + PROBES_PASS_S
    while True:
        try:
            return Lock(path, mode=0o644)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise
            time.sleep(TICK_S)
