"""The time that bots are granted, and the heartbeat: a regular call that measures delays of the arena, so that no bot
is charged for them.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

NS_PER_S: Final = 1_000_000_000
NS_PER_MS: Final = 1_000_000
NS_PER_US: Final = 1_000
BEAT_NS: Final = 20 * NS_PER_MS
TOLERANCE_NS: Final = 5 * NS_PER_MS
"""The longest delay of a heartbeat, in nanoseconds, that does not count as a delay of the arena. No bot is charged for
a longer delay, because the arena itself was busy or stopped.
"""


TIMINGS: Final = ("shared", "strict")
"""The possible rules for the turns of bots in an arena process. `shared`: several bots may think at the same time.
`strict`: only one bot has a turn at a time, and it has a processor core to itself.
"""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time limits of a league's bots, and how their turns are timed."""

    bank_ms: int = 30_000
    """The thinking time of a seat for the whole match, in milliseconds."""
    increment_ms: int = 200
    """The milliseconds that are added to the bank after each choice."""
    startup_ms: int = 30_000
    """The milliseconds that a process may take from its start until it is connected: it has sent Hello, and Welcome was
    sent to it. They are not taken from the bank.
    """
    timing: str = TIMINGS[0]
    """`shared`: bots think side by side. `strict`: in each arena process only one bot thinks at a time."""
    keep_times: bool = False
    """Whether the time of each single choice is recorded; this changes no time limit."""

    def strict(self) -> bool:
        """Whether timing is strict, so that only one bot of an arena process may think at a time."""
        return self.timing == "strict"


LONGEST_MS: Final = (1 << 31) - 1
"""The longest time that a clock may have, in milliseconds: about 24 days."""
UNHURRIED: Final = Clock(LONGEST_MS, 0, LONGEST_MS)
"""The clock for players that may think without any limit in practice."""


class Heartbeat:
    """A regular call of `on_beat` in the arena's event loop, which also adds up the delays of the loop."""

    def __init__(self, on_beat: Callable[[], None]) -> None:
        self._on_beat = on_beat
        self._late_ns = 0
        self._due_ns = time.monotonic_ns() + BEAT_NS
        self._task: asyncio.Task[None] | None = None

    def start(self) -> asyncio.Task[None]:
        """Starts beating, and returns the task that beats. Must be called in the running loop."""
        self._due_ns = time.monotonic_ns() + BEAT_NS
        self._task = asyncio.get_running_loop().create_task(self._beat())
        return self._task

    def stop(self) -> None:
        """Stops the calls of `on_beat`."""
        if self._task:
            self._task.cancel()

    def late_ns(self, now_ns: int) -> int:
        """Returns the sum of the delays of all beats until `now_ns`, in nanoseconds. If a beat is overdue at `now_ns`,
        its delay so far is included. A beat's delay counts only if it is longer than TOLERANCE_NS.
        """
        overdue = now_ns - self._due_ns
        return self._late_ns + overdue if overdue > TOLERANCE_NS else self._late_ns

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(max(0, self._due_ns - time.monotonic_ns()) / 1e9)
            now = time.monotonic_ns()
            self._late_ns = self.late_ns(now)
            self._due_ns = now + BEAT_NS
            self._on_beat()
