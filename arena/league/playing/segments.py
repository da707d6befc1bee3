"""Splits a league into segments: blocks that are all played before the results are tested.

Rule 1: decisions by results are made at fixed places of the schedule, when all matches before are stored, and never
at a fixed time.
Rule 2: only records are remembered, so that a run that begins again comes to the same places.
Rule 3: there is no look if more has been played already: the table is always that of all matches played.
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
    """Decides from the results whether a league may end before its schedule does."""

    def looks(self, schedule: Schedule) -> Iterator[int]:
        """The ascending numbers of blocks after which `decided` must be asked."""

    def decided(self, matches: int) -> bool:
        """Whether the results of the first `matches` places of the schedule, all of which are stored, suffice to end
        the league.
        """


class Segment(NamedTuple):
    """Consecutive blocks of the schedule that workers play together."""

    blocks: Iterable[Block]
    """The blocks in order."""
    first: int
    """The number of the first block."""
    end: int
    """The number of the block after the last."""
    played: bytes
    """A byte for each match of the schedule up to the last of these blocks: 1 if it has a record, else 0."""

    def is_left(self, block: int) -> bool:
        """Whether the block with this number has a match without a record."""
        size = len(self.played) // self.end
        return not all(self.played[block * size : (block + 1) * size])

    def share(self, players: int) -> int:
        """How many of the blocks left each of `players` workers may claim at once, so that every worker gets some."""
        return max(1, ceil(sum(map(self.is_left, range(self.first, self.end))) / players))


class Segments:
    """Gives the segments of a league in order, and keeps the progress of the run."""

    def __init__(
        self, league: League, store: ResultStore, judge: Judge | None, schedule: Schedule | None = None
    ) -> None:
        """`schedule`: the league's schedule, if the caller has read it already."""
        self._league, self._store, self._judge = league, store, judge
        self._schedule = schedule or create_schedule(league, store)
        self._block_matches = len(seatings(league))
        total = count_matches(league)
        self.progress = Progress.of(total, store.played(total).count(1))

    def unplayed(self) -> Iterator[Segment]:
        """The segments to be played, in order; a segment is repeated while any of its matches has no record.

        Raises ArenaError [no-table] if the schedule has no further block, though the league is not over.
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
        """Whether a match after the first `matches` places has a record; then the league must not end there."""
        return any(self._store.played(self.progress.total, matches))

    def _played(self, first: int, end: int) -> bytes:
        """A byte for each match before block `end`, 1 if it has a record (all before block `first` have); updates the
        progress.
        """
        before = first * self._block_matches
        later = self._store.played(self.progress.total, before)
        self.progress.stored = before + later.count(1)
        return b"\1" * before + later[: end * self._block_matches - before]


def _no_table(blocks: int, total: int) -> ArenaError:
    return ArenaError(
        "no-table",
        f"{blocks} of {total} blocks have been played, and no match is possible in the next, because too few bots "
        "may meet",
        "let the bots of more authors take part, or remove meet_authors from the league file",
    )
