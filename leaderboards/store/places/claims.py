"""A file that says who plays: locked while that process lives, and without a meaning after it, however it ended."""

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

PROBES_PASS_S: Final = 0.5
"""Those who only look hold the lock for a moment."""
TICK_S: Final = 0.02


class Claim:
    """A claim that holds until it is given up, or its process ends."""

    def __init__(self, path: Path) -> None:
        """Raises BlockingIOError if somebody else has it, OSError where no file can be made."""
        self._path = path
        deadline = time.monotonic() + PROBES_PASS_S
        while True:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if _is(path, self._file):
                    os.ftruncate(self._file, 0)
                    os.write(self._file, str(os.getpid()).encode())
                    return
            except BlockingIOError:
                if time.monotonic() > deadline:
                    os.close(self._file)
                    raise
            except OSError:
                os.close(self._file)
                raise
            os.close(self._file)
            time.sleep(TICK_S)

    def give_up(self) -> None:
        """Lets others play."""
        with suppress(OSError):
            self._path.unlink()  # while it is locked: whoever waits for it sees that it is another file
        os.close(self._file)


def is_claimed(path: Path) -> bool:
    """Whether some process has the claim."""
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(file)
    return False


def owner(path: Path) -> str:
    """Who has the claim, for people."""
    try:
        pid = path.read_text("ascii", "replace")[:10]
    except OSError:
        pid = ""
    return f"another arena (process {pid})" if pid.isdecimal() else "another arena"


def _is(path: Path, file: int) -> bool:
    """Whether the open file is the one at the path."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file))
    except FileNotFoundError:
        return False
