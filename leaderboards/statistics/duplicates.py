"""Measures how much precision is gained when each deal is played from every seat."""

from collections.abc import Iterable
from itertools import combinations
from math import nan
from statistics import fmean, pvariance

from leaderboards.statistics.blocks import BlockOutcome
from leaderboards.statistics.repeats import counting


def duplicate_gain(blocks: Iterable[BlockOutcome]) -> float:
    """Returns how many matches with new deals and shuffled seats give the same precision as one match of a block (one
    deal in all seatings).

    For two bots of a table, this gain is v / (n w). Here v is the variance of their score difference in single matches,
    and w is the variance of the mean score difference in a block of n matches. If the matches of a block were
    independent, v and n w would be equal.

    The result is the sum of v divided by the sum of n w. The sums are over all pairs of all tables that played two
    complete blocks or more, weighted by the number of blocks.

    The gain is about 1 if neither deal nor seat contains luck. It is nan if no table played two complete blocks, or if
    the sum of n w is 0.
    """
    tables: dict[frozenset[str], list[BlockOutcome]] = {}
    for block in counting(blocks):
        if block.balanced():
            tables.setdefault(frozenset(block.matches[0].bots), []).append(block)
    single = together = 0.0
    for table, played in tables.items():
        if len(played) < 2:
            continue
        for first, second in combinations(sorted(table), 2):
            rows = [
                [
                    match.scores[match.bots.index(first)] - match.scores[match.bots.index(second)]
                    for match in block.matches
                ]
                for block in played
            ]
            between = pvariance([fmean(row) for row in rows]) * len(rows) / (len(rows) - 1)
            within = fmean([pvariance(row) for row in rows])
            single += (between + within) * len(rows)
            together += between * fmean([len(row) for row in rows]) * len(rows)
    return single / together if together else nan
