"""Rate limits: a user may do something several times at once, and then once each so many seconds.

Only one time is kept for each user: when all uses will be free again.
"""

from collections import OrderedDict
from typing import Final, NamedTuple

from arena.errors import ArenaError

MOST_REMEMBERED: Final = 10_000
"""The largest number of recent users kept; the one whose last use is longest ago is forgotten first."""


class TooOftenError(ArenaError):
    """Raised if somebody has used up what is allowed; `retry_s` is how many seconds to wait until the next use."""

    def __init__(self, retry_s: int) -> None:
        super().__init__("too-often", "there were too many requests in too short a time", f"try again in {retry_s} s")
        self.retry_s = retry_s

    def __reduce__(self) -> tuple[type["TooOftenError"], tuple[int]]:  # type: ignore[override]  # its own arguments
        return type(self), (self.retry_s,)


class Rate(NamedTuple):
    """How often a user may do something: `at_once` times in a burst, then once each `each_s` seconds."""

    at_once: int
    each_s: float

    def taken(self, until_ms: int | None, now_ms: int) -> int:
        """Takes one use, and returns the time (ms) when all uses will be free again; raises TooOftenError, taking
        nothing.

        `until_ms`: when all would have been free before; None if nothing was taken. A time later than possible is
        ignored: it was kept before the clock was set back.
        """
        each_ms = int(self.each_s * 1000)
        most_ms = now_ms + self.at_once * each_ms
        before_ms = now_ms if until_ms is None or until_ms > most_ms else max(until_ms, now_ms)
        after_ms = before_ms + each_ms
        if after_ms > most_ms:
            raise TooOftenError(-((most_ms - after_ms) // 1000))
        return after_ms


class Lately:
    """Counts the uses of recent users against a rate, in the memory of this process."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._until_ms: OrderedDict[str, int] = OrderedDict()
        """The time in milliseconds when all uses of a user will be free again, by user."""

    def take(self, who: str, now_ms: int) -> None:
        """Takes one use of the user `who`; raises TooOftenError, and then nothing is taken."""
        self._until_ms[who] = self._rate.taken(self._until_ms.get(who), now_ms)
        self._until_ms.move_to_end(who)
        if len(self._until_ms) > MOST_REMEMBERED:
            self._until_ms.popitem(last=False)
