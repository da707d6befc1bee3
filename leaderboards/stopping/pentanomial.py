"""Tests whether the first of two bots is better than the second, by pairs of matches with the same opening and swapped
seats.

For the first bot, a pair has one of five results, from two losses to two wins. The test compares two claims about the
first bot's mean lead: it is 0, or it is `margin`. The likelihood of a claim is the greatest that the observed results
can have if the claim is true. The test ends when the logarithm of the ratio of the two likelihoods reaches `bound` or
-`bound` (Wald 1945; Van den Bergh for five results). The chess tool fastchess computes the same ratio from the same
pairs. The risk `alpha` of a wrong verdict is approximate; benchmarks.ratings.pairs measures it in simulations.
"""

from collections.abc import Sequence
from math import log
from typing import Final

ENDS: Final = (-1.0, -0.5, 0.0, 0.5, 1.0)
"""The first bot's lead in a pair for each of the five results: its share of the points less the other bot's."""
NAMES: Final = ("LL", "LD", "WL or DD", "WD", "WW")
NO_COUNT: Final = 1e-3
"""The count used for a result that did not occur, so that its probability is not 0; fastchess uses the same value."""
HALVINGS: Final = 60


def bound(alpha: float) -> float:
    """Returns the bound of the test: one of the two claims is rejected when the logarithm of the likelihood ratio
    reaches this value or its negative. `alpha` is the risk of rejecting a true claim.
    """
    return log((1 - alpha) / alpha)


def log_ratio(counts: Sequence[int], margin: float) -> float:
    """Returns the logarithm of the likelihood ratio of a mean lead of `margin` to a mean lead of 0, for these counts of
    the five results.
    """
    seen = [max(count, NO_COUNT) for count in counts]
    leading, equal = _fitting(seen, margin), _fitting(seen, 0.0)
    return sum(count * log(one / other) for count, one, other in zip(seen, leading, equal, strict=True))


def _fitting(counts: Sequence[float], mean: float) -> list[float]:
    """Returns those probabilities of the five results that have this mean lead and make the counts most likely.

    The probability of a result is its share of the counts, divided by 1 + t (end - mean). Here `end` is the result's
    lead in ENDS, and bisection finds the t that gives the mean.
    """
    total = sum(counts)
    away = [end - mean for end in ENDS]
    low, high = -1 / away[-1], -1 / away[0]
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        rising = sum(count * one / (1 + middle * one) for count, one in zip(counts, away, strict=True)) > 0
        low, high = (middle, high) if rising else (low, middle)
    return [count / total / (1 + middle * one) for count, one in zip(counts, away, strict=True)]
