"""The base of schedules that draw each round from the results of earlier rounds.

Rule 1: a round is drawn once all blocks that it depends on have all their records, and from these records alone.
Rule 2: each record is read once, however often `known` is called.
Rule 3: a round without a table is the last.
Rule 4: a round ends before a block at which bots come or go, so that each block has only bots that are there.
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
    """A schedule whose blocks become known one round at a time."""

    AHEAD: ClassVar = 0
    """How many rounds are drawn in advance, before the records of the round before them are complete."""

    def __init__(self, plan: Plan, history: History) -> None:
        self._plan = plan
        self._history = history
        self._changes = plan.changes()
        self._blocks: list[Block] = []
        self._ends = [0] * (self.AHEAD + 1)
        """The numbers of blocks at which the last rounds ended, earliest first; the first says which results the next
        round uses.
        """
        self._over = False
        """Whether the last round drawn had no table."""
        self._read = 0
        """How many blocks have had their records read."""
        self._tables: Counter[tuple[int, ...]] = Counter()
        self._met: Counter[tuple[int, int]] = Counter()
        """How often each two bots have been seated together, by their indices, the lower one first."""
        self._played: Counter[int] = Counter()
        """In how many blocks each bot has been seated, by its index."""

    @abstractmethod
    def total(self) -> int:
        """How many blocks the league has if it is played to its end."""

    @abstractmethod
    def _take(self, record: MatchRecord) -> None:
        """Uses the next record, in schedule order, for the drawing of later rounds."""

    @abstractmethod
    def _round(self) -> Iterable[Sequence[int]]:
        """The tables of the next round; each is drawn after the one before was counted. Empty if the schedule ends."""

    def known(self) -> int:
        """How many blocks are known: those of all rounds that can be drawn from the records that exist now."""
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
        """How many blocks the next round may have before bots come or go; None if there is no limit."""
        number = len(self._blocks)
        later = bisect_right(self._changes, number)
        return self._changes[later] - number if later < len(self._changes) else None

    def grow(self, plan: Plan) -> bool:
        """Continues with a plan in which bots come or go from the first unknown block on, without reading records
        again.

        Returns whether it can; it cannot if the plan would change a round that was drawn already.
        """
        if self._over or len(self._blocks) > self.total():
            return False
        self._plan, self._changes = plan, plan.changes()
        return True

    def blocks(self) -> Iterator[Block]:
        """The known blocks in order; in each round the highest table comes first."""
        return islice(self._blocks, self.known())

    def between(self, first: int, end: int) -> tuple[Block, ...]:
        """The blocks from number `first` to before `end`, which must be known."""
        return tuple(self._blocks[first:end])

    def _seat(self, table: tuple[int, ...]) -> None:
        self._blocks.append(Block(len(self._blocks), self._tables[table], table))
        self._tables[table] += 1
        self._played.update(table)
        self._met.update(combinations(table, 2))

    def _together(self, one: int, other: int) -> int:
        """How often the two bots have been seated together."""
        return self._met[(one, other) if one < other else (other, one)]


def _records(matches: Iterator[PlayedMatch], ordinals: range) -> list[MatchRecord]:
    """The records at these places of the schedule, from `matches` in schedule order; fewer if some are missing."""
    found = islice(matches, len(ordinals))
    return [match.record for ordinal, match in zip(ordinals, found, strict=False) if match.ordinal == ordinal]
