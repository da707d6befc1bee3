"""The balanced schedule: every bot plays equally often and meets every other equally often.

Tables are found a cycle at a time; in a cycle every bot plays equally often. Several drafts of the next cycle seat
together the bots that have met least; the draft that leaves meetings most even is taken.

Rule 1: after any number of blocks, no bot has played more than once more than another.
Rule 2: after any number of blocks, no pair has met more than `seats` times more often than another.
Rule 3: all pairs have met after at most three times as many blocks as are needed if no pair meets twice.
Rule 4: the tables depend neither on the league's seed nor on the names of the bots.
Rules 2 and 3 are measured, not proven: for up to 20 bots and 2 to 5 seats.
If some bots must not meet, rules 1 to 3 hold as far as they can: a bot that must not meet many others plays seldom.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from itertools import count as endless
from math import gcd
from typing import Final

from arena.games.chance import SEED_BYTES, Chance
from arena.league.schedules.contract import Block, Plan, Planned, counted

DRAFTS: Final = 8
"""How many drafts of a cycle are compared; with twice as many, meetings would hardly be more even."""
AVERSION: Final = 4
"""By what factor each further meeting of the same two bots counts as worse than the one before."""

LOTS: Final = Chance((1).to_bytes(SEED_BYTES, "big"))
"""The luck of all drafts. Its seed is 1: with 0, a pair of ten bots at tables of five meets late."""

Table = tuple[int, ...]


class Balanced(Planned):
    """The schedule of `plan.blocks` blocks in which all bots play, and meet, equally often."""

    def even(self) -> int:
        """How many blocks a cycle has; after each cycle all bots have played equally often."""
        return cycle_blocks(len(self._plan.bots), self._plan.seats)

    def blocks(self) -> Iterator[Block]:
        """The blocks in order."""
        plan = self._plan
        tables = apart_tables(plan) if plan.apart else balanced_tables(len(plan.bots), plan.seats)
        return numbered(tables, plan.blocks)

    def sentence(self) -> str:
        """A sentence with the number of blocks, and with how many each bot plays."""
        seats, bots = self._plan.blocks * self._plan.seats, len(self._plan.bots)
        each = str(seats // bots) if seats % bots == 0 else f"{seats // bots} or {seats // bots + 1}"
        if self._plan.apart:
            each = f"about {round(seats / bots)}"
        return f"{counted(self._plan.blocks, 'balanced block')}, {each} for each bot"


def numbered(tables: Iterator[Table], blocks: int) -> Iterator[Block]:
    """The first `blocks` of the tables as blocks, with their numbers."""
    played: Counter[Table] = Counter()
    for number, table in zip(range(blocks), tables, strict=False):
        members = tuple(sorted(table))
        yield Block(number, played[members], members)
        played[members] += 1


def cycle_blocks(bots: int, seats: int) -> int:
    """The smallest number of blocks in which all bots can play equally often."""
    return bots // gcd(bots, seats)


def balanced_tables(bots: int, seats: int) -> Iterator[Table]:
    """An endless sequence of tables at which all bots play, and meet, equally often."""
    met = _Meetings(bots)
    for lot in endless(0, DRAFTS):
        orders = [LOTS.shuffled("cycle", lot + draft, range(bots)) for draft in range(DRAFTS)]
        drafts = [_draft(met, seats, order) for order in orders]
        tables, met = min(drafts, key=lambda draft: draft[1].unevenness())
        yield from tables


def apart_tables(plan: Plan) -> Iterator[Table]:
    """An endless sequence of allowed tables, which seats bots that have played least, and together those that have met
    least.
    """
    met, played = _Meetings(len(plan.bots)), [0] * len(plan.bots)
    for lot in endless():
        order, least_met = LOTS.shuffled("apart", lot, range(len(plan.bots))), met.least()
        table: list[int] = []
        while len(table) < plan.seats:
            fit = [bot for bot in order if bot not in table and plan.may_sit([*table, bot])]
            least = min(played[bot] for bot in fit)
            table.append(met.freshest([bot for bot in fit if played[bot] == least], table, least_met))
        for bot in table:
            played[bot] += 1
        met.add(table)
        yield tuple(table)


class _Meetings:
    """Counts how often each pair of bots has met."""

    def __init__(self, bots: int) -> None:
        self.counts = [[0] * bots for _ in range(bots)]

    def copy(self) -> "_Meetings":
        copied = _Meetings(0)
        copied.counts = [row.copy() for row in self.counts]
        return copied

    def add(self, table: Sequence[int]) -> None:
        for one, other in combinations(table, 2):
            self.counts[one][other] += 1
            self.counts[other][one] += 1

    def least(self) -> int:
        return min((count for one, row in enumerate(self.counts) for count in row[:one]), default=0)

    def freshest(self, others: Sequence[int], table: Sequence[int], least: int) -> int:
        """The one of `others` that has met the bots of the table least; of several, the first."""
        return min(others, key=lambda bot: sum(AVERSION ** (self.counts[bot][other] - least) for other in table))

    def unevenness(self) -> int:
        return sum(count * count for row in self.counts for count in row)


def _draft(met: _Meetings, seats: int, order: list[int]) -> tuple[list[Table], _Meetings]:
    """A draft of one cycle: its tables, and the meetings after it; of equally suitable bots, the first in `order` is
    seated.
    """
    met, least_met = met.copy(), met.least()
    played = dict.fromkeys(order, 0)
    tables = []
    for _ in range(cycle_blocks(len(order), seats)):
        least = min(played.values())
        behind = [bot for bot in order if played[bot] == least]
        table = behind if len(behind) < seats else []
        others = [bot for bot in order if played[bot] != least] if table else behind
        while len(table) < seats:
            table = [*table, met.freshest(others, table, least_met)]
            others = [bot for bot in others if bot not in table]
        for bot in table:
            played[bot] += 1
        met.add(table)
        tables.append(tuple(table))
    return tables, met
