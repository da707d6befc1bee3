"""Distinguishes the child processes that this process has started from those that it has inherited.

Rule: on Linux, once this process has started a child with `start_own`, it inherits the processes that its children
leave behind. Otherwise the system would give them to a distant ancestor, such as a server, which does not expect them
and would never remove them.
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
"""The lock that a thread holds while it starts a process, until the process's number is in `_own`."""


def start_own(start: Callable[[], "subprocess.Popen[bytes]"]) -> "subprocess.Popen[bytes]":
    """Starts a process and records it as this process's own child; call `forget` once the child has ended and was
    waited for.

    From then on, on Linux, this process inherits every process below it that loses its parent.
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
    """Yields the numbers of the processes that `start_own` has recorded; `start_own` waits until the context ends."""
    with _starting:
        yield set(_own)
