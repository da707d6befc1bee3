"""Tests deal by deal whether a new version of a bot is better than an old one.

Rule 1: both versions play each deal from every seat, against the same opponents or against each other. A deal gives
one number: the mean share of opponents that the new version beats, less the mean share that the old version beats. A
tie counts as half. Scores in points are not used, because they would mislead if a bot forfeits a match, or if points do
not decide the game.
Rule 2: each check of the results uses the blocks up to a place of the schedule that is fixed beforehand. So the verdict
does not depend on the order in which matches end.
Rule 3: a deal whose matches repeat those of another deal to the last action does not count, because it shows nothing
new. If luck affects the matches, all deals count (`statistics.repeats`).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from statistics import fmean
from typing import Final

from arena.league.schedules.contract import History, PlayedMatch, Schedule
from arena.league.until import look_places
from leaderboards.statistics.blocks import BlockOutcome, outcome_of
from leaderboards.statistics.repeats import counting
from leaderboards.stopping.sequential import Plan, Verdict, weigh
from leaderboards.stopping.top_apart import before

FIRST_LOOK: Final = 16
"""The number of blocks before the first check of the results, enough to keep the bots busy. These are 8 deals with one
block for each version, or 16 pairs of matches.
"""
LOOK_GROWTH: Final = 1.25
"""The factor by which the number of blocks (deals in all seatings) grows from one check of the results to the next. So
a comparison plays at most about a quarter more blocks than necessary.
"""
PAIRS_GROWTH: Final = 1.1
"""The factor by which the number of pairs of matches grows from one check of the results to the next."""
PAIRS_STEP: Final = 8
"""The least number of pairs between two checks of the results, enough to keep the bots busy."""


class BetterVersion:
    """The rule that ends a comparison at the first check that gives a verdict. `evidence` is from the latest check."""

    def __init__(self, history: History, new: str, old: str, deal_matches: int, plan: Plan) -> None:
        self._history, self._versions = history, (new, old)
        self._deal_matches, self._plan = deal_matches, plan
        self.evidence = weigh(plan, ())

    def looks(self, schedule: Schedule) -> Iterator[int]:
        """Returns the numbers of blocks (deals in all seatings) after which to check the results; the test stays valid
        with any number of checks.
        """
        if self._plan.pairs:
            return look_places(FIRST_LOOK, PAIRS_GROWTH, PAIRS_STEP * schedule.even())
        return look_places(FIRST_LOOK, LOOK_GROWTH, schedule.even())

    def decided(self, matches: int) -> bool:
        """Returns whether the matches at the first `matches` places of the schedule give a verdict;
        updates `evidence`.
        """
        played = deal_outcomes(before(self._history.matches(), matches), self._deal_matches)
        deals = counting(played)
        self.evidence = weigh(self._plan, share_differences(deals, *self._versions), len(played) - len(deals))
        return self.evidence.verdict() is not Verdict.NONE


def deal_outcomes(matches: Iterable[PlayedMatch], deal_matches: int) -> list[BlockOutcome]:
    """Returns the outcomes of all complete deals, from matches in schedule order."""
    deals = (list(deal) for _, deal in groupby(matches, key=lambda match: match.ordinal // deal_matches))
    return [
        BlockOutcome(tuple(outcome_of(match.record) for match in deal)) for deal in deals if len(deal) == deal_matches
    ]


def share_differences(deals: Iterable[BlockOutcome], new: str, old: str) -> Iterator[float]:
    """Yields one number for each deal: the mean of the new version's `beaten_shares`, less the old version's mean."""
    return (fmean(beaten_shares(deal, new)) - fmean(beaten_shares(deal, old)) for deal in deals)


def beaten_shares(block: BlockOutcome, bot: str) -> Sequence[float]:
    """Returns the share of opponents that a bot beats in each of its matches of a block (one deal in all seatings),
    from 0 to 1.
    """
    return [
        beaten_share(match.ranks[match.bots.index(bot)], match.ranks) for match in block.matches if bot in match.bots
    ]


def beaten_share(rank: int, ranks: tuple[int, ...]) -> float:
    """Returns the share of opponents that a seat with this rank beats, from 0 to 1; a tie counts as half."""
    beaten = sum(rank < other for other in ranks)
    level = ranks.count(rank) - 1
    return (beaten + level / 2) / (len(ranks) - 1)
