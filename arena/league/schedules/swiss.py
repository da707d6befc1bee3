"""The Swiss schedule: in each round, bots with about equal results so far meet.

Rule 1: a round is paired only from the records of all earlier rounds; its blocks are known once these are complete.
Rule 2: in a round no bot plays twice. If the bots do not fill all tables, the bots that have played most sit out, the
lowest in the standing first.
Rule 3: the standing is by the share of opponents beaten, ties half; a lot orders the first round and equal bots.
Rule 4: from the top, a bot is seated with the bots near it that have met least, and of these with the nearest.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Final

from arena.games.chance import Chance
from arena.league.schedules.contract import History, Plan, counted
from arena.league.schedules.rounds import Rounds
from arena.match import MatchRecord

REACH: Final = 2
"""Opponents are chosen among the nearest bots in the standing, this many times as many as are needed."""
EVEN: Final = Fraction(1, 2)
"""The share of opponents beaten that a bot has before it has played."""


class Swiss(Rounds):
    """The schedule of `plan.rounds` rounds, each of as many tables as the bots can fill."""

    def __init__(self, plan: Plan, history: History) -> None:
        super().__init__(plan, history)
        self._standing = _Standing(plan)

    def total(self) -> int:
        """How many blocks the league has if it is played to its end."""
        return self._plan.rounds * self.even()

    def even(self) -> int:
        """How many blocks a round has."""
        return len(self._plan.bots) // self._plan.seats

    def sentence(self) -> str:
        """A sentence for people that says what is played."""
        return f"{counted(self._plan.rounds, 'round')} of {counted(self.even(), 'table')}, paired by standing"

    def _take(self, record: MatchRecord) -> None:
        self._standing.add(record)

    def _round(self) -> Iterator[tuple[int, ...]]:
        """The tables of the next round, those of the best bots first."""
        seats, number = self._plan.seats, len(self._blocks) // self.even()
        order = self._standing.order(number)
        least_played = sorted(order, key=lambda bot: self._played[bot])[: self.even() * seats]
        left = [bot for bot in order if bot in least_played]
        while left:
            best, *near = left[: 1 + REACH * (seats - 1)]
            table = min(
                ((best, *others) for others in combinations(near, seats - 1)),
                key=lambda table: sum(self._together(one, other) for one, other in combinations(table, 2)),
            )
            yield table
            left = [bot for bot in left if bot not in table]


class _Standing:
    """The standing of the bots by the share of opponents they have beaten."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._points: Counter[str] = Counter()
        self._opponents: Counter[str] = Counter()

    def add(self, record: MatchRecord) -> None:
        for entrant, rank in zip(record.spec.entrants, record.ranks, strict=True):
            beaten = sum(rank < other for other in record.ranks)
            level = record.ranks.count(rank) - 1
            self._points[entrant.name] += 2 * beaten + level
            self._opponents[entrant.name] += 2 * (len(record.ranks) - 1)

    def order(self, round_number: int) -> list[int]:
        """The indices of the bots, best first; bots with equal results are ordered by lot, which is drawn anew in each
        round.
        """
        drawn = Chance(self._plan.lots).shuffled("swiss", round_number, range(len(self._plan.bots)))
        return sorted(drawn, key=lambda bot: -self._share(self._plan.bots[bot]))

    def _share(self, bot: str) -> Fraction:
        opponents = self._opponents[bot]
        return Fraction(self._points[bot], opponents) if opponents else EVEN
