"""Time limits for a bot in the harness; delays that the machine causes extend them.

Rule 1: a limit is extended by the time in which the bot waited for a processor, and by the delays of the arena's own
process. The extension for the bot's waits is at most four times the limit.
Rule 2: if the bot's waits use up this whole extension, the harness does not blame the bot: it reports that the machine
was too busy to try the bot.
Rule 3: Rule 2 does not apply to a bot that has computed for at least as long as the limit. Such a bot had enough time,
and its threads may have waited only for each other.
"""

import time
from collections.abc import Callable, Mapping
from typing import Final

from arena.errors import ArenaError
from arena.system.processes.delays import delayed_ns

NS_PER_S: Final = 1_000_000_000
MOST_DELAY: Final = 4
"""The largest extension of a limit because of waits for processors, as a multiple of the limit."""
LATE_S: Final = 0.01
"""A wait counts as over when at most this many seconds remain."""


class Untried(ArenaError):  # noqa: N818  # named after the result of a step that it causes
    """The error for a machine that was too busy to judge the bot."""

    def __init__(self, sentence: str) -> None:
        super().__init__(
            "shortage", f"this machine was too busy: {sentence}", "try again when the machine has less to do"
        )


class Patience:
    """The time limit for one wait, which begins when the object is created."""

    def __init__(
        self,
        limit_s: float,
        delays_ns: Callable[[], Mapping[int, int]],
        late_ns: Callable[[int], int],
        used_ns: Callable[[], int] = lambda: 0,
        *,
        fresh: bool = False,
    ) -> None:
        """Begins a wait of at most `limit_s` seconds, plus the machine's delays.

        `delays_ns`: returns how many nanoseconds each thread of the bot has waited for processors so far.
        `late_ns`: returns the total delay of the arena's process, in nanoseconds, up to a monotonic time.
        `used_ns`: returns the bot's processor time in nanoseconds.
        `fresh`: whether the bot's process starts together with this wait.
        """
        self._limit_ns, self._delays_ns, self._late_ns = int(limit_s * NS_PER_S), delays_ns, late_ns
        self._began_ns = time.monotonic_ns()
        self._before = {} if fresh else dict(delays_ns())
        self._used_ns, self._used_before = used_ns, 0 if fresh else used_ns()
        self._late_before = late_ns(self._began_ns)

    def more_s(self) -> float:
        """Returns the remaining seconds of the wait; 0 if the time is up."""
        now = time.monotonic_ns()
        granted = self._limit_ns + self._delayed_ns() + self._late_ns(now) - self._late_before
        more_s = (granted - (now - self._began_ns)) / NS_PER_S
        return more_s if more_s > LATE_S else 0.0

    def demand_calm(self, sentence: str) -> None:
        """Raises Untried with this sentence if the machine's delays left the bot too little processor time."""
        left_too_little = self._used_ns() - self._used_before < self._limit_ns
        if left_too_little and self._delayed_ns() >= MOST_DELAY * self._limit_ns:
            raise Untried(sentence)

    def _delayed_ns(self) -> int:
        return delayed_ns(self._before, self._delays_ns(), MOST_DELAY * self._limit_ns)
