"""Limits the processor time spent on reading a league that others play.

After work, a league rests REST times as long before it works again. Idle time counts as rest, so matches played while
nobody looked are read without a pause.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from threading import Lock
from typing import Final

REST: Final = 120
"""The length of a rest as a multiple of the work before it, so that work takes less than a hundredth of a core."""


class Rests:
    """Says whether the rest after the last work is over."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._until_s = -inf

    def begin(self) -> None:
        """Makes rests necessary from now on; before the first call, work needs no rest after it."""
        with self._lock:
            if self._until_s == -inf:
                self._until_s = time.monotonic()

    def over(self) -> bool:
        """Whether the rest is over, so that work may begin."""
        return time.monotonic() >= self._until_s

    @contextmanager
    def earned(self) -> Iterator[None]:
        """A context for work of this thread: its processor time makes the next rest longer."""
        began_s = time.thread_time()
        try:
            yield
        finally:
            with self._lock:
                self._until_s += REST * (time.thread_time() - began_s)
