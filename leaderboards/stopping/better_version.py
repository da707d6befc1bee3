"""Tests block by block whether a version is better.

Rule 1: a block's number is the share of opponents the new version beats less the share the old one beats, over all
seats of the same deal among the same opponents; level is half beaten. It is what ranks, and so ratings, are made of:
scores of a match that somebody forfeited, or that points do not decide, would mislead.
Rule 2: blocks count in schedule order up to the look, so the verdict does not depend on the order of finishing.
Rule 3: a deal whose matches repeat those of another to the last action says nothing more.
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
"""Schedule blocks before the first look: 8 deals, or 16 pairs of matches, so that bots are given something to do."""
LOOK_GROWTH: Final = 1.25
"""Looking costs nothing but the wait for the last match before it; so at most a quarter too much is played."""
PAIRS_GROWTH: Final = 1.1
"""Pairs of matches are short, and no more of them are wanted than a test takes that looks after each."""
PAIRS_STEP: Final = 8
"""So many pairs lie between two looks at least, so that bots are given something to do."""


class BetterVersion:
    """Ends a comparison when its verdict is known; `evidence` is what was known at the last look."""

    def __init__(self, history: History, new: str, old: str, deal_matches: int, plan: Plan) -> None:
        self._history, self._versions = history, (new, old)
        self._deal_matches, self._plan = deal_matches, plan
        self.evidence = weigh(plan, ())

    def looks(self, schedule: Schedule) -> Iterator[int]:
        """After how many blocks to look; the test allows any number of looks."""
        if self._plan.pairs:
            return look_places(FIRST_LOOK, PAIRS_GROWTH, PAIRS_STEP * schedule.even())
        return look_places(FIRST_LOOK, LOOK_GROWTH, schedule.even())

    def decided(self, matches: int) -> bool:
        """Whether the first `matches` places of the schedule give a verdict."""
        played = deal_outcomes(before(self._history.matches(), matches), self._deal_matches)
        deals = counting(played)
        self.evidence = weigh(self._plan, share_differences(deals, *self._versions), len(played) - len(deals))
        return self.evidence.verdict() is not Verdict.NONE


def deal_outcomes(matches: Iterable[PlayedMatch], deal_matches: int) -> list[BlockOutcome]:
    """How the deals ended that were played to their end, from matches in schedule order."""
    deals = (list(deal) for _, deal in groupby(matches, key=lambda match: match.ordinal // deal_matches))
    return [
        BlockOutcome(tuple(outcome_of(match.record) for match in deal)) for deal in deals if len(deal) == deal_matches
    ]


def share_differences(deals: Iterable[BlockOutcome], new: str, old: str) -> Iterator[float]:
    """For each deal: the mean share of opponents `new` beats less that of `old`."""
    return (fmean(beaten_shares(deal, new)) - fmean(beaten_shares(deal, old)) for deal in deals)


def beaten_shares(block: BlockOutcome, bot: str) -> Sequence[float]:
    """The share of opponents that a bot beats in each of its matches of a block."""
    return [
        beaten_share(match.ranks[match.bots.index(bot)], match.ranks) for match in block.matches if bot in match.bots
    ]


def beaten_share(rank: int, ranks: tuple[int, ...]) -> float:
    """The share of opponents that a seat with this rank beats, level ones half; from 0 to 1."""
    beaten = sum(rank < other for other in ranks)
    level = ranks.count(rank) - 1
    return (beaten + level / 2) / (len(ranks) - 1)
