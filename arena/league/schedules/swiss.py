"""Swiss: in each round, bots that have done equally well so far meet.

Rule 1: a round is paired from the records of all earlier rounds and from nothing else; only then are its blocks known.
Rule 2: in a round no bot plays twice. Where the bots do not fill all tables, those sit out that have played most, the
lowest in the standing first.
Rule 3: the standing is by the share of opponents beaten, ties half; the first round and equal bots are drawn by lot.
Rule 4: from the top, a bot is seated with those near it that it has met least, and of those the nearest.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice
from typing import Final

from arena.games.chance import Chance
from arena.league.schedules.contract import Block, History, Plan, PlayedMatch, counted
from arena.match import MatchRecord

REACH: Final = 2
"""Opponents are looked for among this many times as many bots as are needed."""
EVEN: Final = Fraction(1, 2)
"""The share of a bot that has not played."""


class Swiss:
    """`plan.rounds` rounds of as many tables as the bots fill."""

    def __init__(self, plan: Plan, history: History) -> None:
        self._plan = plan
        self._blocks = tuple(_paired(plan, history))

    def total(self) -> int:
        """How many blocks there will be."""
        return self._plan.rounds * self.even()

    def known(self) -> int:
        """Those of the complete rounds, and of the next."""
        return len(self._blocks)

    def even(self) -> int:
        """A round."""
        return len(self._plan.bots) // self._plan.seats

    def blocks(self) -> Iterator[Block]:
        """The blocks that are known, the highest table of a round first."""
        return iter(self._blocks)

    def sentence(self) -> str:
        """What is played."""
        return f"{counted(self._plan.rounds, 'round')} of {counted(self.even(), 'table')}, paired by standing"


class _Standing:
    """How the bots have done."""

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
        """The best first; equal ones by a lot that each round draws anew."""
        drawn = Chance(self._plan.lots).shuffled("swiss", round_number, range(len(self._plan.bots)))
        return sorted(drawn, key=lambda bot: -self._share(self._plan.bots[bot]))

    def _share(self, bot: str) -> Fraction:
        opponents = self._opponents[bot]
        return Fraction(self._points[bot], opponents) if opponents else EVEN


def _paired(plan: Plan, history: History) -> Iterator[Block]:
    """The blocks of all rounds whose earlier rounds are complete."""
    a_round = len(plan.bots) // plan.seats
    matches = iter(history.matches())
    standing = _Standing(plan)
    met: Counter[tuple[int, int]] = Counter()
    played: Counter[int] = Counter()
    tables: Counter[tuple[int, ...]] = Counter()
    for round_number in range(plan.rounds):
        first = round_number * a_round
        before = range((first - a_round) * plan.block_matches, first * plan.block_matches) if round_number else range(0)
        records = _records(matches, before)
        if len(records) < len(before):
            return
        for record in records:
            standing.add(record)
        order = _seated(standing.order(round_number), played, a_round * plan.seats)
        for number, table in enumerate(_tables(order, plan.seats, met), start=first):
            members = tuple(sorted(table))
            yield Block(number, tables[members], members)
            tables[members] += 1
            played.update(members)
            met.update(combinations(members, 2))


def _records(matches: Iterable[PlayedMatch], ordinals: range) -> list[MatchRecord]:
    """The records of these places, as far as there are any, from matches that come in order."""
    found = islice(matches, len(ordinals))
    return [match.record for ordinal, match in zip(ordinals, found, strict=False) if match.ordinal == ordinal]


def _seated(order: list[int], played: Counter[int], places: int) -> list[int]:
    """The bots that play in a round, the best first."""
    least_played = sorted(order, key=lambda bot: played[bot])[:places]
    return [bot for bot in order if bot in least_played]


def _tables(order: Sequence[int], seats: int, met: Counter[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    """The tables of a round, from the top."""
    left = list(order)
    while left:
        best, *near = left[: 1 + REACH * (seats - 1)]
        table = min(
            ((best, *others) for others in combinations(near, seats - 1)),
            key=lambda table: sum(met[_pair(one, other)] for one, other in combinations(table, 2)),
        )
        yield table
        left = [bot for bot in left if bot not in table]


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)
