"""Compares every pair of bots, with p-values corrected for the number of pairs, and finds tiers.

The correction treats pairs in families: the pairs within each group are one family, and all pairs of bots of different
groups are another family. So the p-values within a group do not depend on bots outside the group.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf

import numpy as np

from leaderboards.statistics.bootstrap import ALPHA, Bootstrap
from leaderboards.statistics.grouped import Grouped


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of two bots; the first is the bot with the higher estimated strength."""

    first: str
    second: str
    elo: float
    """The first bot's lead in Elo, at least 0; inf if the first bot is always ahead, and 0 if results do not compare
    the two bots.
    """
    superiority: float
    """The likelihood that the first bot is stronger, from 0.5 to 1."""
    p_value: float
    """The probability of a difference at least this large between equal bots, adjusted for the pair's family (Holm
    1979).
    """
    low: float = -inf
    """Lower end of the 95 % interval of the difference in Elo, not adjusted for other pairs."""
    high: float = inf
    """Upper end of the 95 % interval of the difference in Elo, not adjusted for other pairs."""

    def separated(self) -> bool:
        """Returns whether the adjusted p-value shows at 95 % that the two bots are not equal."""
        return self.p_value < ALPHA

    def always(self) -> bool:
        """Returns whether the first bot is always ahead: all results that connect the two bots, directly or through
        other bots, have this direction.
        """
        return self.elo == inf


def comparisons(found: Grouped, order: Sequence[str]) -> tuple[Comparison, ...]:
    """Returns one comparison for each pair. `order`: the bots, strongest first.

    The first bot of a pair comes earlier in `order`. Pairs are sorted by the first bot, then by the second, as in
    `order`.

    The test is Student's t with n - 1 degrees of freedom and the standard error from the bootstrap. Here n is the
    number of blocks of the bot with fewer blocks. The p-value, before the correction for the number of pairs, is at
    least 2 / 2^n. That is the p-value of a sign test if the same bot is ahead in all n blocks.
    """
    pairs = [_compared(found, first, second) for first, second in combinations(order, 2)]
    families: defaultdict[Bootstrap | None, list[int]] = defaultdict(list)
    for number, pair in enumerate(pairs):
        families[found.shared(pair.first, pair.second)].append(number)
    for family in families.values():
        for number, p in zip(family, holm([pairs[number].p_value for number in family]), strict=True):
            pairs[number] = replace(pairs[number], p_value=p)
    return tuple(pairs)


def _compared(found: Grouped, first: str, second: str) -> Comparison:
    """Returns the comparison of two bots, with an unadjusted p-value. If this p-value is below ALPHA, both ends of the
    interval are above 0.
    """
    own, always = found.shared(first, second), found.always_ahead(first, second)
    if own:
        measured = own.difference(first, second)
    elif always:
        measured = found.whole.difference(first, second)
    else:
        return Comparison(first, second, 0.0, 0.5, 1.0)
    heads = 2.0 ** (1 - measured.blocks)
    p = min(max(measured.p_value(), heads), 1.0)
    low, high = (measured.low(), measured.high()) if heads < ALPHA else (-inf, inf)
    if always:
        if measured.elo <= 0:  # the estimate for the whole league does not put the first bot ahead
            p = 1.0
        return Comparison(first, second, inf, 1 - p / 2, p, low, inf)
    return Comparison(first, second, measured.elo, 1 - p / 2, p, low, high)


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusts p-values so that the probability of any false claim among all of them is at most the level of the test
    (Holm 1979).
    """
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for place, number in enumerate(np.argsort(p_values, kind="stable").tolist()):
        highest = max(highest, min(1.0, (len(p_values) - place) * p_values[number]))
        adjusted[number] = highest
    return adjusted


def tiers(order: Sequence[str], compared: Sequence[Comparison]) -> tuple[tuple[str, ...], ...]:
    """Returns the tiers: the longest runs of bots in `order` in which no two bots can be told apart. A bot may be in
    several tiers.
    """
    apart = {frozenset((pair.first, pair.second)) for pair in compared if pair.separated()}
    found: list[tuple[str, ...]] = []
    begin = reached = 0
    for end, bot in enumerate(order, start=1):
        start = begin
        while any(frozenset((other, bot)) in apart for other in order[start : end - 1]):
            start += 1
        if start > begin:
            found.append(tuple(order[begin:reached]))
        begin, reached = start, end
    return (*found, tuple(order[begin:])) if order else ()
