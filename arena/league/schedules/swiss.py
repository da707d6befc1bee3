"""The Swiss schedule: in each round, bots with similar results so far play together.

Rule 1: a round is drawn only from the records of all earlier rounds, so its blocks are known once these rounds are
complete.
Rule 2: in a round no bot plays twice. If the number of bots is not a multiple of the number of seats, some bots sit
out: those that have played most, and among equals the lowest in the standing.
Rule 3: the standing is by the share of opponents that a bot has beaten, where a tie counts half. Bots in the first
round and bots with equal shares are in random order.
Rule 4: tables are filled one after the other. The first bot of a table is the highest in the standing that has no table
yet. The candidates for the other seats are the next bots in the standing, REACH for each seat. Of all possible tables
of the first bot and candidates, the schedule uses the one whose bots have met each other least; if several are equal,
it uses the one with the bots highest in the standing.
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
"""The number of candidates per seat of a table, not counting its first seat. The candidates are the bots that follow
the table's first bot in the standing.
"""
EVEN: Final = Fraction(1, 2)
"""The share of beaten opponents that a bot is assumed to have before its first match."""


class Swiss(Rounds):
    """The schedule of `plan.rounds` rounds, each with as many tables as the bots can fill."""

    def __init__(self, plan: Plan, history: History) -> None:
        super().__init__(plan, history)
        self._standing = _Standing(plan)

    def total(self) -> int:
        """Returns the number of blocks that the league has if it is played to its end; a block is the matches of one
        table of bots with one deal.
        """
        return self._plan.rounds * self.even()

    def even(self) -> int:
        """Returns the number of blocks in a round; a block is the matches of one table of bots with one deal."""
        return len(self._plan.bots) // self._plan.seats

    def sentence(self) -> str:
        """Returns a description of the schedule, as a sentence for people."""
        return f"{counted(self._plan.rounds, 'round')} of {counted(self.even(), 'table')}, paired by standing"

    def _take(self, record: MatchRecord) -> None:
        self._standing.add(record)

    def _round(self) -> Iterator[tuple[int, ...]]:
        """Yields the tables of the next round, beginning with the table of the best bots."""
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
    """The order of the bots by the share of opponents that they have beaten, where a tie counts half."""

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
        """Returns the indices of the bots, best first; bots with equal results are in random order, which is drawn anew
        in each round.
        """
        drawn = Chance(self._plan.lots).shuffled("swiss", round_number, range(len(self._plan.bots)))
        return sorted(drawn, key=lambda bot: -self._share(self._plan.bots[bot]))

    def _share(self, bot: str) -> Fraction:
        opponents = self._opponents[bot]
        return Fraction(self._points[bot], opponents) if opponents else EVEN
