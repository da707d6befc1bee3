"""An in-memory store for tests of schedules and segments. Its matches are not played; a rule decides the results."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from arena.league.field import Field
from arena.league.league import League
from arena.league.playing.results import Result
from arena.league.schedule import Fixtures, create_schedule
from arena.league.schedules.contract import Block
from arena.match import MatchRecord

Ranks = Callable[[tuple[str, ...]], tuple[int, ...]]


class Played(NamedTuple):
    """A match with its place in the schedule and its record."""

    ordinal: int
    record: MatchRecord


def by_name(names: tuple[str, ...]) -> tuple[int, ...]:
    """Returns the ranks by the alphabetical order of the names; the first name in the alphabet wins."""
    return tuple(1 + sorted(names).index(name) for name in names)


class Memory:
    """A store in memory, to which tests add matches without playing them."""

    def __init__(self, league: League, ranks: Ranks = by_name) -> None:
        self._ranks = ranks
        self.keep(league)
        self.kept: dict[int, MatchRecord] = {}
        self.read: Counter[int] = Counter()
        """The number of times that the record at each place of the schedule has been read."""

    def keep(self, league: League) -> None:
        """Replaces the league by a later state of it, in which bots have joined or left."""
        self._fixtures, self._league = Fixtures(league), league

    def field(self) -> Field:
        return self._league.field

    def played(self, matches: int, first: int = 0) -> bytearray:
        return bytearray(ordinal in self.kept for ordinal in range(first, matches))

    def add(self, results: Sequence[Result]) -> None:
        raise NotImplementedError

    def matches(self) -> Iterator[Played]:
        return self.matches_from(0)

    def matches_from(self, first: int) -> Iterator[Played]:
        for ordinal in sorted(self.kept):
            if ordinal >= first:
                self.read[ordinal] += 1
                yield Played(ordinal, self.kept[ordinal])

    def play(self, block: Block) -> None:
        """Adds a record for each match of a block."""
        for ordinal, assignment in zip(self._fixtures.ordinals(block), self._fixtures.assignments(block), strict=True):
            names = tuple(entrant.name for entrant in assignment.spec.entrants)
            ranks = self._ranks(names)
            self.kept[ordinal] = MatchRecord(assignment.spec, (), (), tuple(-rank for rank in ranks), ranks)

    def play_known(self) -> list[Block]:
        """Adds records for all blocks that the schedule contains so far and that have none; returns these blocks."""
        size = len(self._fixtures.ordinals(Block(0, 0, ())))
        new = [block for block in create_schedule(self._league, self).blocks() if block.number * size not in self.kept]
        for block in new:
            self.play(block)
        return new

    def has(self, block: Block) -> bool:
        """Returns whether the matches of the block have records."""
        return block.number * len(self._fixtures.ordinals(Block(0, 0, ()))) in self.kept
