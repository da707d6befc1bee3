"""Tells the processes that this process started in sessions of their own from inherited ones.

Rule: a process that starts such a child also inherits the processes that the child leaves. Else these would go to a
process far above that does not expect them, such as a server, which would keep them for ever.
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
"""A lock that is held while a process is being started that is not yet in `_own`."""


def start_own(start: Callable[[], "subprocess.Popen[bytes]"]) -> "subprocess.Popen[bytes]":
    """Starts a process and records it as this one's own; call `forget` once it has ended and was waited for.

    From then on this process inherits every process below it that loses its parent.
    """
    if LINUX:
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with _starting:
        process = start()
        _own.add(process.pid)
    return process


def forget(number: int) -> None:
    """Removes a process that has ended from the record of own processes."""
    _own.discard(number)


@contextmanager
def own_children() -> Iterator[set[int]]:
    """Gives the numbers of the processes recorded by `start_own`; within the context no new one can be started."""
    with _starting:
        yield set(_own)
