"""Measures how much is gained by playing each deal from every seat."""

from collections.abc import Iterable
from itertools import combinations
from math import nan
from statistics import fmean, pvariance

from leaderboards.statistics.blocks import BlockOutcome
from leaderboards.statistics.repeats import counting


def duplicate_gain(blocks: Iterable[BlockOutcome]) -> float:
    """How many matches, each with a new deal and shuffled seats, say as much about score differences as one does now.

    For two bots of a table, this is the variance of their score difference over single matches, divided by what that
    would be if the block means came from independent matches. Both are summed over all pairs of all tables that played
    two whole blocks or more. It is about 1 if luck lies in neither deal nor seat, and nan without such a table.
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
