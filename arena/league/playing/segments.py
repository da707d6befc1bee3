"""Segments of a league: blocks that are all played before anybody looks at the results.

Rule 1: whatever depends on results is asked at places of the schedule, when all before them is stored, never at times.
Rule 2: nothing is remembered but the records: one who begins again comes to the same places.
Rule 3: where more has been played already, nobody looks: the table is always that of all that was played.
"""

from collections.abc import Iterable, Iterator
from math import ceil
from typing import NamedTuple, Protocol

from arena.errors import ArenaError
from arena.league.league import League
from arena.league.playing.progress import Progress
from arena.league.playing.results import ResultStore
from arena.league.schedule import count_matches, create_schedule, seatings
from arena.league.schedules.contract import Block, Schedule


class Judge(Protocol):
    """Decides when enough has been played."""

    def looks(self, schedule: Schedule) -> Iterator[int]:
        """After how many blocks to look, ascending."""

    def decided(self, matches: int) -> bool:
        """Whether the first `matches` places of the schedule, all of which are stored, say enough."""


class Segment(NamedTuple):
    """A stretch of the schedule."""

    blocks: Iterable[Block]
    """In order."""
    first: int
    """The number of its first block."""
    end: int
    """The number of the block after its last."""
    played: bytes
    """A byte for each match of the schedule up to the last of these blocks, 1 where it has a record."""

    def is_left(self, block: int) -> bool:
        """Whether some match of the block with this number has no record."""
        size = len(self.played) // self.end
        return not all(self.played[block * size : (block + 1) * size])

    def share(self, players: int) -> int:
        """How many of the blocks that are left each of so many may take, so that all of them have something to do."""
        return max(1, ceil(sum(map(self.is_left, range(self.first, self.end))) / players))


class Segments:
    """One way through a league, with the progress on it."""

    def __init__(
        self, league: League, store: ResultStore, judge: Judge | None, schedule: Schedule | None = None
    ) -> None:
        """`schedule`: that of the league, if it has been read already."""
        self._league, self._store, self._judge = league, store, judge
        self._schedule = schedule or create_schedule(league, store)
        self._block_matches = len(seatings(league))
        total = count_matches(league)
        self.progress = Progress.of(total, store.played(total).count(1))

    def unplayed(self) -> Iterator[Segment]:
        """What is to be played next; the same segment again while any of its matches has no record.

        Raises ArenaError [no-table] where the schedule has no further block, though the league is not over.
        """
        schedule = self._schedule
        looks = self._judge.looks(schedule) if self._judge else iter(())
        first, look = 0, next(looks, None)
        while True:
            end = schedule.known() if look is None else min(schedule.known(), look)
            while not all(played := self._played(first, end)):
                yield Segment(schedule.between(first, end), first, end, played)
            if self._judge and look == end:
                if not self._played_beyond(len(played)) and self._judge.decided(len(played)):
                    self.progress.end(len(played), sum(played))
                    return
                look = next(looks, None)
            if end == schedule.total():
                return
            if schedule.known() == end == first:
                raise _no_table(end, schedule.total())
            first = end

    def _played_beyond(self, matches: int) -> bool:
        """Whether more has been played than the first `matches`: then the league has not ended there."""
        return any(self._store.played(self.progress.total, matches))

    def _played(self, first: int, end: int) -> bytes:
        """The bytes of the matches before block `end`, where all before `first` are stored; minds the progress."""
        before = first * self._block_matches
        later = self._store.played(self.progress.total, before)
        self.progress.stored = before + later.count(1)
        return b"\1" * before + later[: end * self._block_matches - before]


def _no_table(blocks: int, total: int) -> ArenaError:
    return ArenaError(
        "no-table",
        f"of {total} blocks {blocks} have been played, and there is no table for the next: too few bots may meet",
        "let the bots of more authors take part, or remove meet_authors from the league file",
    )
