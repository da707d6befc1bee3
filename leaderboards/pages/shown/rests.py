"""Limits the processor time for reading a league while it is being played.

For each second of processor time that the reading of a league takes, the league is not read for REST seconds. Time in
which nobody opens a page of the league counts as rest in advance: reading after such a time needs fewer rests.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from threading import Lock
from typing import Final

REST: Final = 120
"""The length of a rest as a multiple of the work before it; so the work takes less than a hundredth of a processor
core.
"""


class Rests:
    """Measures the work of reading one league, and tells whether the rest that must follow the work is over."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._until_s = -inf

    def begin(self) -> None:
        """Makes rests necessary from now on. Before the first call, no rest is necessary after work."""
        with self._lock:
            if self._until_s == -inf:
                self._until_s = time.monotonic()

    def over(self) -> bool:
        """Returns whether the league may be read now."""
        return time.monotonic() >= self._until_s

    @contextmanager
    def earned(self) -> Iterator[None]:
        """A context for work in this thread. The more processor time the work takes, the longer is the rest that must
        follow it.
        """
        began_s = time.thread_time()
        try:
            yield
        finally:
            with self._lock:
                self._until_s += REST * (time.thread_time() - began_s)
