"""Which remote bots are connected, and so are scheduled.

Rule 1: whoever has been there for COME_S without a break is seated.
Rule 2: a seated bot may be away for AWAY_S in all; each second there gives a part of it back. Then it has left, and
comes back as it came, after a time that doubles: a bot that comes and goes all day must not keep the others waiting.
Rule 3: the arena's own beginnings cost nobody anything: where a gate has just opened, nobody is away yet.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

COME_S: Final = 5.0
LONGEST_S: Final = 600.0
"""The longest until one is seated again; whoever has stayed so long comes back as the first time."""
AWAY_S: Final = 10.0
REGAINED: Final = 0.1
"""Of a second of being away, for each second there."""
DIAL_S: Final = 6.0
"""Within it all dial a gate that has opened who were there before."""
MOST_LAPSED_S: Final = 2.0
"""Between two looks; what was not looked at counts for nobody."""


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
    """Of one ladder; times are those of a clock that only goes forward."""

    def __init__(self) -> None:
        self._visitors: dict[str, _Visitor] = {}
        self._looked_s: float | None = None
        self._opened_s = 0.0

    def open(self, now_s: float) -> None:
        """A gate has opened: bots that were there dial again."""
        self._opened_s, self._looked_s = now_s, now_s

    def see(self, there: Collection[str], now_s: float) -> None:
        """These are at the gate now."""
        lapsed_s = min(now_s - (now_s if self._looked_s is None else self._looked_s), MOST_LAPSED_S)
        self._looked_s = now_s
        for name in there:
            self._visitors.setdefault(name, _Visitor())
        for name, visitor in self._visitors.items():
            if name in there or now_s - self._opened_s >= DIAL_S:
                visitor.pass_time(name in there, lapsed_s)

    def seated(self) -> frozenset[str]:
        """Those who are to be at tables."""
        return frozenset(name for name, visitor in self._visitors.items() if visitor.seated)
