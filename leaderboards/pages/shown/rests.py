"""Limits the processor time spent on reading a league that others play.

Whoever has worked rests so many times as long, before the next work; rest that was had while nothing was to be done
counts, so what was played while nobody looked is read without a pause.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from threading import Lock
from typing import Final

REST: Final = 120
"""So many times as long as the work was: less than a hundredth of a core."""


class Rests:
    """When it is time to work again."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._until_s = -inf

    def begin(self) -> None:
        """From now on there are rests; what was done before costs none."""
        with self._lock:
            if self._until_s == -inf:
                self._until_s = time.monotonic()

    def over(self) -> bool:
        """Whether it is time to work."""
        return time.monotonic() >= self._until_s

    @contextmanager
    def earned(self) -> Iterator[None]:
        """Within it, this thread works."""
        began_s = time.thread_time()
        try:
            yield
        finally:
            with self._lock:
                self._until_s += REST * (time.thread_time() - began_s)
