"""The balanced schedule: all bots play equally often, and all pairs of bots play together equally often.

The tables are made one cycle at a time; in a cycle all bots play equally often. The schedule makes several drafts of
the next cycle, and in each draft it seats together the bots that have met least. It uses the draft after which the
numbers of meetings are most equal.

Rule 1: after any number of blocks, the numbers of blocks that any two bots have played differ by at most one.
Rule 2: after any number of blocks, the numbers of meetings of any two pairs differ by at most `seats`.
Rule 3: all pairs have met after at most 3 * ceil(P / T) blocks, where P is the number of pairs of bots in the league,
and T that of pairs at a table.
Rule 4: the tables depend neither on the league's seed nor on the names of the bots.
Rules 2 and 3 are measured, not proven: for up to 20 bots and 2 to 5 seats.
If some bots must not meet, rules 1 to 3 hold only approximately: a bot with many forbidden opponents plays seldom.
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
"""The number of drafts of a cycle that are compared; twice as many would hardly make the numbers of meetings more
equal.
"""
AVERSION: Final = 4
"""Each further meeting of two bots costs AVERSION times as much as their last one. Of the bots that are eligible for a
seat, one whose meetings at the table cost least gets it.
"""

LOTS: Final = Chance((1).to_bytes(SEED_BYTES, "big"))
"""The source of random draws for all drafts. The seed is 1 because seed 0 would break rule 3 for ten bots at
tables of five.
"""

Table = tuple[int, ...]


class Balanced(Planned):
    """The schedule of `plan.blocks` blocks in which all bots play equally often, and all pairs meet equally often."""

    def even(self) -> int:
        """Returns the number of blocks in a cycle; after each cycle all bots have played equally often. A block is the
        matches of one table of bots with one deal.
        """
        return cycle_blocks(len(self._plan.bots), self._plan.seats)

    def blocks(self) -> Iterator[Block]:
        """Yields the blocks of the schedule in order; a block is the matches of one table of bots with one deal."""
        plan = self._plan
        tables = apart_tables(plan) if plan.apart else balanced_tables(len(plan.bots), plan.seats)
        return numbered(tables, plan.blocks)

    def sentence(self) -> str:
        """Returns a sentence for people with the number of blocks, and the number of blocks that each bot plays."""
        seats, bots = self._plan.blocks * self._plan.seats, len(self._plan.bots)
        each = str(seats // bots) if seats % bots == 0 else f"{seats // bots} or {seats // bots + 1}"
        if self._plan.apart:
            each = f"about {round(seats / bots)}"
        return f"{counted(self._plan.blocks, 'balanced block')}, {each} for each bot"


def numbered(tables: Iterator[Table], blocks: int) -> Iterator[Block]:
    """Yields a block for each of the first `blocks` tables, numbered from 0."""
    played: Counter[Table] = Counter()
    for number, table in zip(range(blocks), tables, strict=False):
        members = tuple(sorted(table))
        yield Block(number, played[members], members)
        played[members] += 1


def cycle_blocks(bots: int, seats: int) -> int:
    """Returns the smallest number of blocks in which all bots can play equally often."""
    return bots // gcd(bots, seats)


def balanced_tables(bots: int, seats: int) -> Iterator[Table]:
    """Yields an endless sequence of tables at which all bots play equally often, and all pairs meet equally often."""
    met = _Meetings(bots)
    for lot in endless(0, DRAFTS):
        orders = [LOTS.shuffled("cycle", lot + draft, range(bots)) for draft in range(DRAFTS)]
        drafts = [_draft(met, seats, order) for order in orders]
        tables, met = min(drafts, key=lambda draft: draft[1].unevenness())
        yield from tables


def apart_tables(plan: Plan) -> Iterator[Table]:
    """Yields an endless sequence of tables without forbidden pairs. Each table takes the bots that have played least,
    and among them those bots that have met each other least.
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
    """The number of times that each pair of bots has met."""

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
        """Returns the bot from `others` whose meetings with the bots of `table` have the lowest cost (see AVERSION), or
        the first of several. To keep costs small, `least`, the fewest meetings of any pair, is taken off each count.
        """
        return min(others, key=lambda bot: sum(AVERSION ** (self.counts[bot][other] - least) for other in table))

    def unevenness(self) -> int:
        return sum(count * count for row in self.counts for count in row)


def _draft(met: _Meetings, seats: int, order: list[int]) -> tuple[list[Table], _Meetings]:
    """Returns a draft of one cycle: its tables, and the numbers of meetings after it. If several bots are equally
    suitable for a seat, the first of them in `order` gets it.
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
