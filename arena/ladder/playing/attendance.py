"""Decides from their connections which remote bots are seated.

Rule 1: a bot that has been connected for COME_S without a break is seated.
Rule 2: a seated bot may be away for AWAY_S in all; each connected second gives a part of it back. Beyond that it has
left, and must wait to be seated again. The wait doubles each time, so that a bot that comes and goes all day does not
keep the others waiting.
Rule 3: a start of the arena costs no bot anything: while a gate has only just opened, nobody counts as away.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

COME_S: Final = 5.0
LONGEST_S: Final = 600.0
"""The longest wait in seconds until a bot is seated again. A bot that was seated for this long waits only COME_S."""
AWAY_S: Final = 10.0
REGAINED: Final = 0.1
"""The seconds of absence that a seated bot is forgiven for each second it is connected."""
DIAL_S: Final = 6.0
"""The seconds after a gate opens in which bots may connect again before they count as away."""
MOST_LAPSED_S: Final = 2.0
"""The most seconds that count between two calls of `see`; if more have passed, the rest is ignored."""


@dataclass(slots=True)
class _Visitor:
    seated: bool = False
    here_s: float = 0.0
    away_s: float = 0.0
    stayed_s: float = 0.0
    comes_s: float = COME_S

    def pass_time(self, there: bool, lapsed_s: float) -> None:
        self.here_s = self.here_s + lapsed_s if there else 0.0
        if not self.seated:
            self.seated = there and self.here_s >= self.comes_s
            self.away_s = self.stayed_s = 0.0
            return
        self.stayed_s += lapsed_s
        self.away_s = max(0.0, self.away_s - REGAINED * lapsed_s) if there else self.away_s + lapsed_s
        if self.away_s > AWAY_S:
            self.seated = False
            self.comes_s = COME_S if self.stayed_s >= LONGEST_S else min(2 * self.comes_s, LONGEST_S)


class Attendance:
    """The remote bots of one ladder, and which of them are seated; all times are seconds of a monotonic clock."""

    def __init__(self) -> None:
        self._visitors: dict[str, _Visitor] = {}
        self._looked_s: float | None = None
        self._opened_s = 0.0

    def open(self, now_s: float) -> None:
        """Notes that a gate has opened at `now_s`, to which the bots must connect again."""
        self._opened_s, self._looked_s = now_s, now_s

    def see(self, there: Collection[str], now_s: float) -> None:
        """Notes that exactly the bots named in `there` are connected at `now_s`."""
        lapsed_s = min(now_s - (now_s if self._looked_s is None else self._looked_s), MOST_LAPSED_S)
        self._looked_s = now_s
        for name in there:
            self._visitors.setdefault(name, _Visitor())
        for name, visitor in self._visitors.items():
            if name in there or now_s - self._opened_s >= DIAL_S:
                visitor.pass_time(name in there, lapsed_s)

    def seated(self) -> frozenset[str]:
        """The names of the seated bots."""
        return frozenset(name for name, visitor in self._visitors.items() if visitor.seated)
