"""Counts the failures and time-outs that a bot has in a row, over all its processes, and decides whether the bot still
takes part.

Rule 1: a match that the bot finishes without a fault sets both counts back to 0.
Rule 2: failures of several processes of a bot at the same time count as one failure, because one delay of the machine
may have caused all of them.
"""

import time
from dataclasses import dataclass, field
from typing import Final

MOST_FAILURES: Final = 3
MOST_TIMEOUTS: Final = 5
"""The number of time-outs in a row after which a bot is withdrawn. It is small, because a bot may be silent for a long
time after each time-out.
"""


@dataclass(slots=True)
class Streak:
    """A number of failures in a row. A failure is not counted if it began before the end of the last counted failure,
    because both may have the same cause.
    """

    count: int = 0
    ended_ns: int = 0

    def add(self, began_ns: int) -> None:
        """Counts a failure that ends now, unless it began before the end of the last counted failure."""
        if began_ns >= self.ended_ns:
            self.count += 1
            self.ended_ns = time.monotonic_ns()


@dataclass(slots=True)
class Conduct:
    """The failures and time-outs that one bot has in a row, and whether the bot was withdrawn."""

    withdrawn: str = ""
    """The reason why the bot was withdrawn; empty while it takes part."""
    most_failures: int = MOST_FAILURES
    failures: Streak = field(default_factory=Streak)
    """The consecutive failures of the bot's processes. A process fails if it does not start, does not connect, ends too
    early, or is ended by the arena for a fault.
    """
    timeouts: Streak = field(default_factory=Streak)
    """The bot's time-outs in a row."""

    def did_well(self) -> None:
        """Sets both counts back to 0, after a match that the bot finished without a fault."""
        self.failures.count = self.timeouts.count = 0

    def judge(self, detail: str) -> None:
        """Withdraws the bot if it has had too many failures or time-outs in a row; `detail`: its last failure, in
        words.
        """
        if self.too_slow():
            self.withdrawn = f"withdrawn after {MOST_TIMEOUTS} time-outs in a row"
        elif self.failures.count >= self.most_failures:
            in_a_row = f" after {self.failures.count} failures in a row, the last" if self.failures.count > 1 else ""
            self.withdrawn = f"withdrawn{in_a_row}: {detail}"

    def too_slow(self) -> bool:
        """Returns whether the bot has run out of time MOST_TIMEOUTS times in a row or more."""
        return self.timeouts.count >= MOST_TIMEOUTS
