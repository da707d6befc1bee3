"""What schedules share that draw rounds from the results of earlier ones.

Rule 1: a round is drawn when all blocks it is drawn from have all their records, and from these alone.
Rule 2: each record is read once, however often somebody asks what is known by now.
Rule 3: a round without a table is the last.
Rule 4: a round ends before the block from which on other bots are there, so that each block has bots that are.
"""

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import ClassVar

from arena.league.schedules.contract import Block, History, Plan, PlayedMatch
from arena.match import MatchRecord


class Rounds(ABC):
    """Blocks that come to be known a round at a time."""

    AHEAD: ClassVar = 0
    """How many rounds are drawn before the records of the first of them are needed."""

    def __init__(self, plan: Plan, history: History) -> None:
        self._plan = plan
        self._history = history
        self._changes = plan.changes()
        self._blocks: list[Block] = []
        self._ends = [0] * (self.AHEAD + 1)
        """After how many blocks the last rounds ended, the earliest first: the next is drawn from the blocks before."""
        self._over = False
        """Whether a round was drawn that has no table."""
        self._read = 0
        """Of how many blocks the records are taken in."""
        self._tables: Counter[tuple[int, ...]] = Counter()
        self._met: Counter[tuple[int, int]] = Counter()
        """How often two bots have been seated together, the lower index first."""
        self._played: Counter[int] = Counter()
        """In how many blocks each bot has been seated."""

    @abstractmethod
    def total(self) -> int:
        """How many blocks there will be."""

    @abstractmethod
    def _take(self, record: MatchRecord) -> None:
        """Takes in the next record."""

    @abstractmethod
    def _round(self) -> Iterable[Sequence[int]]:
        """The tables of the next round, each drawn when those before it have been counted; none: there is no more."""

    def known(self) -> int:
        """Those of all rounds whose records are there, and of the next."""
        size = self._plan.block_matches
        matches = iter(self._history.matches_from(self._read * size))
        while not self._over and len(self._blocks) < self.total():
            first, end = self._read * size, self._ends[0] * size
            records = _records(matches, range(first, end))
            if len(records) < end - first:
                break
            for record in records:
                self._take(record)
            self._read = self._ends[0]
            for table in islice(self._round(), self._most()):
                self._seat(tuple(sorted(table)))
            self._over = self._ends[-1] == len(self._blocks)
            self._ends = [*self._ends[1:], len(self._blocks)]
        return min(len(self._blocks), self.total())

    def _most(self) -> int | None:
        """How many blocks the next round may have; None: any number."""
        number = len(self._blocks)
        later = bisect_right(self._changes, number)
        return self._changes[later] - number if later < len(self._changes) else None

    def grow(self, plan: Plan) -> bool:
        """Goes on by a plan in which bots come and go from the first block on that is not known; reads nothing again.

        Says whether it can: not where a round was drawn that such a plan draws anew.
        """
        if self._over or len(self._blocks) > self.total():
            return False
        self._plan, self._changes = plan, plan.changes()
        return True

    def blocks(self) -> Iterator[Block]:
        """The blocks that are known, the highest table of a round first."""
        return islice(self._blocks, self.known())

    def between(self, first: int, end: int) -> tuple[Block, ...]:
        """Those from number `first` to before `end`, which are known."""
        return tuple(self._blocks[first:end])

    def _seat(self, table: tuple[int, ...]) -> None:
        self._blocks.append(Block(len(self._blocks), self._tables[table], table))
        self._tables[table] += 1
        self._played.update(table)
        self._met.update(combinations(table, 2))

    def _together(self, one: int, other: int) -> int:
        """How often the two have been seated together."""
        return self._met[(one, other) if one < other else (other, one)]


def _records(matches: Iterator[PlayedMatch], ordinals: range) -> list[MatchRecord]:
    """The records of these places, as far as there are any, from matches that come in order."""
    found = islice(matches, len(ordinals))
    return [match.record for ordinal, match in zip(ordinals, found, strict=False) if match.ordinal == ordinal]
