"""Keeps the gapless beginning of a league's schedule: all complete deals before the first missing match. All pages are
made from these matches.

Rule 1: the beginning grows by whole deals. A deal is played in one block or more; in each block, the same bots play it
in all seatings. All values depend only on the records of the added blocks, and not on the time or order in which the
matches were stored. So a page on a server, a published page and `arena standings` show the same values to the last
digit.
Rule 2: each match is added only once; when new matches are added, the earlier ones are not read again.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from leaderboards.reports.fairness import Gathered
from leaderboards.reports.outcome_blocks import played_block
from leaderboards.reports.standings import Table
from leaderboards.statistics.blocks import BlockOutcome
from leaderboards.statistics.repeats import Counting
from leaderboards.store import StoredMatch
from leaderboards.store.gapless import Sizes, whole_deals

MOST_POINTS: Final = 128
"""The most points of a line in the chart of the bots' ratings over time."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point in the chart of ratings over time: the bots' ratings after a number of blocks (deals in all seatings)."""

    blocks: int
    ratings: dict[str, float]
    """The rating of each bot that has played in the first `blocks` blocks, by name."""


class Beginning:
    """The results of all complete deals before the first missing match of the schedule."""

    def __init__(self, sizes: Sizes) -> None:
        self._sizes = sizes
        self.table = Table()
        self.gathered = Gathered()
        self.faulty: dict[str, list[int]] = {}
        """The numbers (in the schedule) of the matches that a bot forfeited, by the bot's name."""
        self.blocks: list[BlockOutcome] = []
        """The outcomes of all added blocks (deals in all seatings), in schedule order."""
        self.history: list[Point] = []
        self._counting = Counting()
        self._step = 1

    def matches(self) -> int:
        """Returns the number of added matches, which is also the place in the schedule of the next match."""
        return len(self.blocks) * self._sizes.block

    def take(self, matches: Iterable[StoredMatch]) -> None:
        """Adds the complete deals before the first missing match.

        `matches`: matches in schedule order, beginning with the match number that the method `matches` returns.
        """
        for deal in whole_deals(matches, self._sizes.deal, self.matches()):
            for first in range(0, self._sizes.deal, self._sizes.block):
                self._take_block(deal[first : first + self._sizes.block])

    def _take_block(self, matches: list[StoredMatch]) -> None:
        block = played_block(tuple(matches), self._counting)
        self.table.take(block)
        self.gathered.take(block)
        for match in matches:
            for fault in match.record.faults:
                self.faulty.setdefault(match.record.spec.entrants[fault.seat].name, []).append(match.ordinal)
        self.blocks.append(block.outcome)
        if len(self.blocks) % self._step == 0:
            ratings = {bot: rating.mu for bot, rating in self.table.ratings.by_bot().items()}
            self.history.append(Point(len(self.blocks), ratings))
        if len(self.history) > MOST_POINTS:
            self._step *= 2
            self.history = [point for point in self.history if point.blocks % self._step == 0]
