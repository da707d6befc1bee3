"""Processes that this process started in sessions of their own and waits for; its other such children it inherited.

Rule: whoever starts such a process inherits what that one leaves, so that it comes to nobody who does not expect it: a
server far above would keep it for ever.
"""

import ctypes
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from arena.system.kinds import LINUX

SET_CHILD_SUBREAPER: Final = 36
_own: Final[set[int]] = set()
_starting: Final = threading.Lock()
"""Held while a process is there that is not among these."""


def start_own(start: Callable[[], "subprocess.Popen[bytes]"]) -> "subprocess.Popen[bytes]":
    """Starts a process, which is known from its first moment on; say `forget` when it was waited for.

    From now on what loses its parent below this process comes here.
    """
    if LINUX:
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with _starting:
        process = start()
        _own.add(process.pid)
    return process


def forget(number: int) -> None:
    """A process has ended and was waited for."""
    _own.discard(number)


@contextmanager
def own_children() -> Iterator[set[int]]:
    """The numbers of these processes; within the context no other is started."""
    with _starting:
        yield set(_own)
