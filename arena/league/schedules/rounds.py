"""The base of schedules that draw each round from the results of earlier rounds.

Rule 1: a round is drawn from the records of all earlier rounds but the last AHEAD ones; these records must be complete.
The round is therefore the same whenever it is drawn.
Rule 2: `known`, which draws all rounds that can be drawn now, may be called often, but each record is read only once.
Rule 3: if no table can be drawn for a round, the schedule ends.
Rule 4: if bots join or leave at a block, a new round begins with this block.
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
    """A schedule whose blocks are drawn one round at a time, because a round depends on the results of earlier
    rounds.
    """

    AHEAD: ClassVar = 0
    """The number of rounds, directly before a round, whose records are not used to draw it."""

    def __init__(self, plan: Plan, history: History) -> None:
        self._plan = plan
        self._history = history
        self._changes = plan.changes()
        self._blocks: list[Block] = []
        self._ends = [0] * (self.AHEAD + 1)
        """The number of blocks up to the end of each of the last AHEAD + 1 rounds, earliest round first. The next round
        is drawn from the results of the first `_ends[0]` blocks.
        """
        self._over = False
        """Whether the schedule has ended; it ends with a round for which no table could be drawn."""
        self._read = 0
        """The number of blocks whose records have been read."""
        self._tables: Counter[tuple[int, ...]] = Counter()
        self._met: Counter[tuple[int, int]] = Counter()
        """The number of times that two bots have played at the same table, by their indices, the lower index first."""
        self._played: Counter[int] = Counter()
        """The number of blocks in which each bot has played, by the bot's index."""

    @abstractmethod
    def total(self) -> int:
        """Returns the number of blocks that the league has if it is played to its end; a block is the matches of one
        table of bots with one deal.
        """

    @abstractmethod
    def _take(self, record: MatchRecord) -> None:
        """Uses the next record, in schedule order, for drawing later rounds."""

    @abstractmethod
    def _round(self) -> Iterable[Sequence[int]]:
        """Yields the tables of the next round; a round without a table ends the schedule. `known` updates `_met` and
        `_played` after each table, before it asks for the next one.
        """

    def known(self) -> int:
        """Returns the number of blocks in all rounds that can be drawn from the records that exist now."""
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
        """Returns the maximum number of blocks in the next round: the number until bots next join or leave. Returns
        None if no bots do so later.
        """
        number = len(self._blocks)
        later = bisect_right(self._changes, number)
        return self._changes[later] - number if later < len(self._changes) else None

    def grow(self, plan: Plan) -> bool:
        """Continues the schedule with a new plan. In the known blocks, both plans must have the same bots; after them,
        bots may join or leave. Records are not read again.

        Returns False if the last round drawn has no table or goes beyond the league's end; a new schedule is then
        needed.
        """
        if self._over or len(self._blocks) > self.total():
            return False
        self._plan, self._changes = plan, plan.changes()
        return True

    def blocks(self) -> Iterator[Block]:
        """Returns the known blocks in order."""
        return islice(self._blocks, self.known())

    def between(self, first: int, end: int) -> tuple[Block, ...]:
        """Returns the blocks from number `first` up to but not including `end`, all of which must have been drawn."""
        return tuple(self._blocks[first:end])

    def _seat(self, table: tuple[int, ...]) -> None:
        self._blocks.append(Block(len(self._blocks), self._tables[table], table))
        self._tables[table] += 1
        self._played.update(table)
        self._met.update(combinations(table, 2))

    def _together(self, one: int, other: int) -> int:
        """Returns the number of times that the two bots have played at the same table."""
        return self._met[(one, other) if one < other else (other, one)]


def _records(matches: Iterator[PlayedMatch], ordinals: range) -> list[MatchRecord]:
    """Returns the records of the matches at the places `ordinals` of the schedule, up to the first that is missing.
    `matches` must be in schedule order, without matches before the first of these places.
    """
    found = islice(matches, len(ordinals))
    return [match.record for ordinal, match in zip(ordinals, found, strict=False) if match.ordinal == ordinal]
