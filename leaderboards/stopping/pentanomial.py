"""Tests whether one of two bots is better, by pairs of matches from one opening.

A pair ends in one of five ways, from both matches lost to both won. The test compares two claims: that the two bots are
equal, and that the first leads by the margin. Each claim is given the chances of the five ends that fit the results
best. The test ends when the logarithm of the ratio of the likelihoods leaves its bounds (Wald 1945; Van den Bergh for
five ends). This is the test of fastchess: the same pairs give the same ratio. How often it is wrong follows from an
approximation, which simulations check (benchmarks.pairs).
"""

from collections.abc import Sequence
from math import log
from typing import Final

ENDS: Final = (-1.0, -0.5, 0.0, 0.5, 1.0)
"""The first bot's lead in a pair at each of its five ends: its share of the points less the other's."""
NAMES: Final = ("LL", "LD", "WL or DD", "WD", "WW")
NO_COUNT: Final = 1e-3
"""The count used for an end that did not occur, so that its chance is not 0; fastchess uses the same."""
HALVINGS: Final = 60


def bound(alpha: float) -> float:
    """How far from 0 the logarithm of the ratio must go to reject one of the claims, for errors of `alpha` each."""
    return log((1 - alpha) / alpha)


def log_ratio(counts: Sequence[int], margin: float) -> float:
    """The logarithm of the likelihood ratio of these counts of the five ends: a mean lead of `margin` against 0."""
    seen = [max(count, NO_COUNT) for count in counts]
    leading, equal = _fitting(seen, margin), _fitting(seen, 0.0)
    return sum(count * log(one / other) for count, one, other in zip(seen, leading, equal, strict=True))


def _fitting(counts: Sequence[float], mean: float) -> list[float]:
    """The chances of the five ends that have this mean and make the counts most likely.

    They are share / (1 + t (end - mean)), with the t that gives them this mean; bisection finds it.
    """
    total = sum(counts)
    away = [end - mean for end in ENDS]
    low, high = -1 / away[-1], -1 / away[0]
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        rising = sum(count * one / (1 + middle * one) for count, one in zip(counts, away, strict=True)) > 0
        low, high = (middle, high) if rising else (low, middle)
    return [count / total / (1 + middle * one) for count, one in zip(counts, away, strict=True)]
