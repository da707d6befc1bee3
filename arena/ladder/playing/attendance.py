"""Decides which remote bots take part in a ladder's matches ("are seated"), from the times of their connections.

Rule 1: a bot that has been connected for COME_S seconds without a break is seated.
Rule 2: a seated bot may be disconnected for AWAY_S seconds in all; each connected second restores a part of this time.
A bot that uses up this time loses its seat, and must wait to be seated again. The wait doubles with each loss, so that
a bot with an unstable connection does not delay the others all day.
Rule 3: a restart of the arena costs no bot any time: in the first seconds after the gate (the server to which remote
bots connect) opens, no bot counts as disconnected.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

COME_S: Final = 5.0
LONGEST_S: Final = 600.0
"""The maximum time in seconds that a connected bot waits before it is seated (takes part in matches) again.

A bot that was seated for at least this time waits only COME_S seconds the next time.
"""
AWAY_S: Final = 10.0
REGAINED: Final = 0.1
"""The seconds of earlier absence that are cancelled for each second in which a seated bot is connected."""
DIAL_S: Final = 6.0
"""The time in seconds that bots have for reconnecting after the gate (the server to which remote bots connect) opens.

During this time, no bot counts as disconnected.
"""
MOST_LAPSED_S: Final = 2.0
"""The maximum time in seconds that `see` counts as passed since its last call.

If more time has passed, the arena itself was delayed, and the rest is ignored.
"""


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
    """The connections of one ladder's remote bots, and the bots that take part in matches ("are seated"); all times are
    seconds of a monotonic clock.
    """

    def __init__(self) -> None:
        self._visitors: dict[str, _Visitor] = {}
        self._looked_s: float | None = None
        self._opened_s = 0.0

    def open(self, now_s: float) -> None:
        """Records that the gate (the server to which remote bots connect) opened at `now_s`.

        For DIAL_S seconds from then on, no bot counts as disconnected.
        """
        self._opened_s, self._looked_s = now_s, now_s

    def see(self, there: Collection[str], now_s: float) -> None:
        """Records that exactly the bots named in `there` are connected at `now_s`."""
        lapsed_s = min(now_s - (now_s if self._looked_s is None else self._looked_s), MOST_LAPSED_S)
        self._looked_s = now_s
        for name in there:
            self._visitors.setdefault(name, _Visitor())
        for name, visitor in self._visitors.items():
            if name in there or now_s - self._opened_s >= DIAL_S:
                visitor.pass_time(name in there, lapsed_s)

    def seated(self) -> frozenset[str]:
        """The names of the seated bots, which take part in matches."""
        return frozenset(name for name, visitor in self._visitors.items() if visitor.seated)
