"""Splits a league into segments, which are ranges of blocks of its schedule. A segment ends where the results so far
are needed: to draw later blocks, or to ask the judge whether the league may end early. All matches of a segment are
played before the next segment begins.

Rule 1: every decision from results is made at a fixed place in the schedule, when all earlier matches are stored. The
decisions therefore do not depend on the speed of the machines.
Rule 2: a run uses no decision of an earlier run, only its records of matches. It makes each decision again, at the same
place in the schedule and from the same records.
Rule 3: if any later match already has a record, the run does not ask the judge. An early end would leave this match out
of the standings.
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
    """Decides from the results whether a league may end before the end of its schedule."""

    def looks(self, schedule: Schedule) -> Iterator[int]:
        """Yields, in ascending order, how many blocks must be played before each call of `decided`."""

    def decided(self, matches: int) -> bool:
        """Whether the results of the first `matches` matches in the schedule suffice to end the league. All these
        results are stored at the time of the call.
        """


class Segment(NamedTuple):
    """Consecutive blocks of the schedule that workers play together."""

    blocks: Iterable[Block]
    """The blocks of the segment, in the order of the schedule."""
    first: int
    """The number of the segment's first block in the schedule."""
    end: int
    """The number of the first block after the segment."""
    played: bytes
    """One byte for each match of the schedule up to the end of this segment: 1 if the match has a record, else 0."""

    def is_left(self, block: int) -> bool:
        """Whether the block with this number has a match without a record."""
        size = len(self.played) // self.end
        return not all(self.played[block * size : (block + 1) * size])

    def share(self, players: int) -> int:
        """Returns the number of blocks that each of `players` workers claims at a time: the unfinished blocks divided
        by `players`, rounded up, but at least 1.
        """
        return max(1, ceil(sum(map(self.is_left, range(self.first, self.end))) / players))


class Segments:
    """The segments of a league in order, with the progress of the run."""

    def __init__(
        self, league: League, store: ResultStore, judge: Judge | None, schedule: Schedule | None = None
    ) -> None:
        """Prepares the segments and counts the stored records; `schedule` is the league's schedule if the caller has
        read it already, else None.
        """
        self._league, self._store, self._judge = league, store, judge
        self._schedule = schedule or create_schedule(league, store)
        self._block_matches = len(seatings(league))
        total = count_matches(league)
        self.progress = Progress.of(total, store.played(total).count(1))

    def unplayed(self) -> Iterator[Segment]:
        """Yields the segments to be played, in order; a segment is repeated while any of its matches has no record.

        Raises ArenaError [no-table] if the league is not over but the schedule finds no further table of bots that may
        play together.
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
                raise _no_table(end * self._block_matches, self.progress.total)
            first = end

    def _played_beyond(self, matches: int) -> bool:
        """Whether any match after the first `matches` of the schedule has a record."""
        return any(self._store.played(self.progress.total, matches))

    def _played(self, first: int, end: int) -> bytes:
        """Returns a byte for each match before block `end`: 1 if the match has a record, else 0. Also updates
        `progress.stored`. The caller must know that all matches before block `first` have records.
        """
        before = first * self._block_matches
        later = self._store.played(self.progress.total, before)
        self.progress.stored = before + later.count(1)
        return b"\1" * before + later[: end * self._block_matches - before]


def _no_table(matches: int, total: int) -> ArenaError:
    return ArenaError(
        "no-table",
        f"the league cannot go on after {matches} of its {total} matches: bots of one author may not play together, "
        "and the bots have fewer different authors than a match has seats",
        "add bots of other authors, or set meet_authors = true, which lets bots of one author play together",
    )
