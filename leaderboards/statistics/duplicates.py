"""Measures how much precision is gained when each deal is played from every seat."""

from collections.abc import Iterable
from itertools import combinations
from math import nan
from statistics import fmean, pvariance

from leaderboards.statistics.blocks import BlockOutcome
from leaderboards.statistics.repeats import counting


def duplicate_gain(blocks: Iterable[BlockOutcome]) -> float:
    """Returns the value of a match in a block (one deal in all seatings): the number of matches with new deals and
    shuffled seats that give the same precision.

    For two bots of a table, this is the variance of their score difference in single matches, divided by n times the
    variance of its mean over a block of n matches. If the matches of a block were independent, dividend and divisor
    would be equal. Both of these are summed over all pairs of all tables that played two complete blocks or more. The
    gain is about 1 if neither deal nor seat contains luck. It is nan if no table played two complete blocks.
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
