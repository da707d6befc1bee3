"""Time limits for a bot in the harness, extended by the time in which the machine held it up.

Rule 1: time in which the bot waited for a processor extends the limit, up to four times as much; time in which the
arena itself was late extends it too.
Rule 2: if the machine held the bot up for as long as that allows, the bot is not blamed: the step could not be tried.
Rule 3: a bot that has computed for as long as the limit has had its time, whatever its threads waited for: they also
wait for each other.
"""

import time
from collections.abc import Callable, Mapping
from typing import Final

from arena.errors import ArenaError
from arena.system.processes.delays import delayed_ns

NS_PER_S: Final = 1_000_000_000
MOST_DELAY: Final = 4
"""Waits for processors may extend a limit by at most this many times its length."""
LATE_S: Final = 0.01
"""A remaining time below this many seconds counts as none."""


class Untried(ArenaError):  # noqa: N818  # named like the verdict of a step
    """The machine was too busy to judge the bot."""

    def __init__(self, sentence: str) -> None:
        super().__init__(
            "shortage", f"this machine was too busy: {sentence}", "try again when the machine has less to do"
        )


class Patience:
    """The time limit for one wait, which begins when the object is made."""

    def __init__(
        self,
        limit_s: float,
        delays_ns: Callable[[], Mapping[int, int]],
        late_ns: Callable[[int], int],
        used_ns: Callable[[], int] = lambda: 0,
        *,
        fresh: bool = False,
    ) -> None:
        """`delays_ns`: how long each thread of the bot has waited for processors; `late_ns`: how late the arena was up
        to a moment; `used_ns`: the processor time the bot has used; `fresh`: the bot's process starts with the wait.
        """
        self._limit_ns, self._delays_ns, self._late_ns = int(limit_s * NS_PER_S), delays_ns, late_ns
        self._began_ns = time.monotonic_ns()
        self._before = {} if fresh else dict(delays_ns())
        self._used_ns, self._used_before = used_ns, 0 if fresh else used_ns()
        self._late_before = late_ns(self._began_ns)

    def more_s(self) -> float:
        """How many seconds are left to wait; 0 if the time is up."""
        now = time.monotonic_ns()
        granted = self._limit_ns + self._delayed_ns() + self._late_ns(now) - self._late_before
        more_s = (granted - (now - self._began_ns)) / NS_PER_S
        return more_s if more_s > LATE_S else 0.0

    def demand_calm(self, sentence: str) -> None:
        """Raises Untried with this sentence if the machine made the bot wait so long that it had too little time."""
        left_too_little = self._used_ns() - self._used_before < self._limit_ns
        if left_too_little and self._delayed_ns() >= MOST_DELAY * self._limit_ns:
            raise Untried(sentence)

    def _delayed_ns(self) -> int:
        return delayed_ns(self._before, self._delays_ns(), MOST_DELAY * self._limit_ns)
