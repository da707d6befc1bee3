"""Rate limits: a user may do something several times at once, and after that once per interval.

A single value is stored for each user: the time at which the user's whole allowance will be available again.
"""

from collections import OrderedDict
from typing import Final, NamedTuple

from arena.errors import ArenaError

MOST_REMEMBERED: Final = 10_000
"""The maximum number of users in memory; if there are more, the user who has been inactive longest is dropped."""


class TooOftenError(ArenaError):
    """The error for a user who has used up the allowance; `retry_s` is the number of seconds until the next allowed
    use.
    """

    def __init__(self, retry_s: int) -> None:
        super().__init__("too-often", "there were too many requests in too short a time", f"try again in {retry_s} s")
        self.retry_s = retry_s

    def __reduce__(self) -> tuple[type["TooOftenError"], tuple[int]]:  # type: ignore[override]  # pickling needs the argument of this class's constructor
        return type(self), (self.retry_s,)


class Rate(NamedTuple):
    """A limit on repeated actions of a user: `at_once` times in a burst, then once every `each_s` seconds."""

    at_once: int
    each_s: float

    def taken(self, until_ms: int | None, now_ms: int) -> int:
        """Returns the time in milliseconds when the whole allowance will be available again, after a use at `now_ms`.

        `until_ms`: the time returned for the user's previous use; None for the first use. The time is ignored if
        it is more than `at_once * each_s` seconds after `now_ms`, because then the clock was set back. Raises
        TooOftenError if the allowance is used up.
        """
        each_ms = int(self.each_s * 1000)
        most_ms = now_ms + self.at_once * each_ms
        before_ms = now_ms if until_ms is None or until_ms > most_ms else max(until_ms, now_ms)
        after_ms = before_ms + each_ms
        if after_ms > most_ms:
            raise TooOftenError(-((most_ms - after_ms) // 1000))
        return after_ms


class Lately:
    """Counts the recent uses of each user against a rate, in the memory of this process."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._until_ms: OrderedDict[str, int] = OrderedDict()
        """The time in milliseconds when a user's whole allowance will be available again, by user."""

    def take(self, who: str, now_ms: int) -> None:
        """Counts one use of the user `who`; raises TooOftenError if the allowance is used up, and then does not count
        it.
        """
        self._until_ms[who] = self._rate.taken(self._until_ms.get(who), now_ms)
        self._until_ms.move_to_end(who)
        if len(self._until_ms) > MOST_REMEMBERED:
            self._until_ms.popitem(last=False)
