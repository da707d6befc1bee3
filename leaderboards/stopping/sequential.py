"""Tests by betting whether the mean of a bounded difference is above or below 0, and gives an interval for this mean.

Rule 1: each block is one number from -1 to 1: the lead of the new version over the old one on one deal, in all
seatings.
Rule 2: with probability 1 - alpha, the interval contains the true mean lead at every moment of the comparison, not only
at the end. So the results may be checked often, and play may stop early or continue longer than planned.
Rule 3: the test supposes two things: that leads are from -1 to 1, and that the leads in different blocks are
independent, since each block has a different deal. Deals in which both versions did equally well count, too: they show
that large leads are rare.
Rule 4: if blocks are pairs of matches between the two versions and the comparison has a margin, the verdict comes from
the test of pairs in `pentanomial` or from betting. Betting may use only a share of the risk (OF_LARGE_LEADS), so it
decides only large leads. The verdict `worse` comes only from betting. The interval is shown with the verdict, but does
not decide it.

The interval comes from betting (Waudby-Smith and Ramdas 2024). A gambler bets against the claim that the mean is m or
less, and stakes the same part c of the capital on every block: if the lead in the block is x, the capital is multiplied
by 1 - c + c (1 + x) / (1 + m). If the claim is true, the capital does not grow on average, so the probability that it
ever reaches 2 / alpha is at most alpha / 2 (Ville 1939). When the capital reaches 2 / alpha, the claim is excluded.
Claims that the mean is m or more are tested in the same way. The capital is divided among several stakes, as in Cover
and Ordentlich (1996), because the best stake is not known beforehand. No stake depends on earlier blocks, so the order
of the blocks does not matter.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from math import exp, log, pi, sin
from statistics import fmean
from typing import Final

from leaderboards.stopping.pentanomial import ENDS, bound, log_ratio

ALPHA: Final = 0.05
STAKES: Final = tuple(sin(pi * (2 * place + 1) / 64) ** 2 for place in range(16))
"""The stakes, each a share of the capital: the middles of 16 equally likely intervals of Beta(1/2, 1/2)."""
DIGITS: Final = 9
"""The decimals to which a difference is rounded, so that sums of matches in a different order give the same number."""
OF_LARGE_LEADS: Final = 0.1
"""The share of the risk `Plan.alpha` that betting may use in a test of pairs (rule 4)."""
HALVINGS: Final = 40
"""The number of steps of the bisection that finds an end of the interval."""


class Verdict(Enum):
    """The verdict of a comparison so far."""

    NONE = "none"
    """No verdict yet: there are not enough blocks (deals in all seatings)."""
    BETTER = "better"
    WORSE = "worse"
    NO_DIFFERENCE = "no-difference"
    """The verdict that the difference is smaller than the plan's margin."""
    NOT_BETTER = "not-better"
    """The verdict that the new version does not lead by the plan's margin; it may be worse than the old version."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The question of a comparison, and the risk of a wrong answer."""

    margin: float
    """The least mean difference that matters, from 0 to 1; with 0, every difference matters."""
    alpha: float = ALPHA
    """The probability of a wrong verdict: `better` or `worse` for equal versions, or `no-difference` for a difference
    of `margin` or more.
    """
    pairs: bool = False
    """Whether each block is a pair of matches between the new and the old version.

    If `pairs` is true and `margin` is above 0, the verdict follows rule 4. In this case, `alpha` is the probability of
    `better` for equal versions, and of `not-better` if the new version leads by `margin` or more.
    """

    def __post_init__(self) -> None:
        if not 0 <= self.margin < 1:
            raise ValueError(f"margin is {self.margin}; expected a share of less than 1, as 0.05 for 5 %")
        if not 0 < self.alpha < 1:
            raise ValueError(f"alpha is {self.alpha}; expected more than 0 and less than 1")


@dataclass(frozen=True, slots=True)
class Evidence:
    """The observed differences, one for each block (one deal in all seatings), and the verdict that follows from them;
    the function `weigh` makes this object.
    """

    plan: Plan
    counts: tuple[tuple[float, int], ...]
    """The differences that occurred, in ascending order, each with the number of its occurrences."""
    repeats: int = 0
    """The number of blocks (deals in all seatings) that do not count, because all their matches repeat the matches of
    another block.
    """

    def blocks(self) -> int:
        """Returns the number of blocks (deals in all seatings) that count."""
        return sum(times for _, times in self.counts)

    def equal(self) -> int:
        """Returns the number of blocks (deals in all seatings) in which both versions did equally well."""
        return dict(self.counts).get(0.0, 0)

    def mean(self) -> float:
        """Returns the estimate of the mean difference; 0 if there are no blocks.

        If a verdict ended the comparison, this estimate is on average farther from 0 than the true mean.
        """
        return sum(value * times for value, times in self.counts) / max(1, self.blocks())

    def interval(self) -> tuple[float, float]:
        """Returns the lower and the upper end of the interval for the true mean difference; -1 and 1 if there are no
        blocks.
        """
        least = _least(self.counts, self.plan.alpha)
        most = -_least(_mirrored(self.counts), self.plan.alpha)
        return least, most

    def pairs(self) -> tuple[int, ...]:
        """Returns the number of pairs for each of the new version's five results, from two losses to two wins."""
        counts = dict(self.counts)
        return tuple(counts.get(end, 0) for end in ENDS)

    def log_ratio(self) -> float:
        """Returns the logarithm of a likelihood ratio: the likelihood of the results of pairs if the new version leads
        by the plan's margin, divided by their likelihood if neither version leads.
        """
        return log_ratio(self.pairs(), self.plan.margin)

    def verdict(self) -> Verdict:
        """Returns the verdict: by rule 4 if the plan has pairs and a margin, else by the interval."""
        if self.plan.pairs and self.plan.margin:
            return self._verdict_of_pairs()
        if self._above(0):
            return Verdict.BETTER
        if self._below(0):
            return Verdict.WORSE
        if self._above(-self.plan.margin) and self._below(self.plan.margin):
            return Verdict.NO_DIFFERENCE
        return Verdict.NONE

    def _verdict_of_pairs(self) -> Verdict:
        ratio, far = self.log_ratio(), bound(self.plan.alpha)
        if ratio >= far or self._above(0, OF_LARGE_LEADS):
            return Verdict.BETTER
        if self._below(0, OF_LARGE_LEADS):
            return Verdict.WORSE
        return Verdict.NOT_BETTER if ratio <= -far else Verdict.NONE

    def _above(self, mean: float, part: float = 1.0) -> bool:
        return _excluded(self.counts, mean, part * self.plan.alpha)

    def _below(self, mean: float, part: float = 1.0) -> bool:
        return _excluded(_mirrored(self.counts), -mean, part * self.plan.alpha)


def weigh(plan: Plan, differences: Iterable[float], repeats: int = 0) -> Evidence:
    """Returns the evidence in these differences, which may be in any order; raises ValueError if a difference is not
    within -1 to 1.
    """
    counts = Counter(round(difference, DIGITS) for difference in differences)
    for value in counts:
        if not -1 <= value <= 1:
            raise ValueError(f"a difference is {value}; expected -1 to 1")
    return Evidence(plan, tuple(sorted(counts.items())), repeats)


def _excluded(counts: tuple[tuple[float, int], ...], mean: float, alpha: float) -> bool:
    """Returns whether the differences exclude the claim that the true mean is `mean` or less."""
    if mean <= -1:
        return any(value > -1 for value, _ in counts)
    return _log_capital(counts, mean) >= log(2 / alpha)


def _log_capital(counts: tuple[tuple[float, int], ...], mean: float) -> float:
    """Returns the logarithm of the final capital of a gambler who begins with a capital of 1 and bets that the true
    mean is above `mean`, which must exceed -1.
    """
    grown = [(times, (1 + value) / (1 + mean)) for value, times in counts]
    logs = [sum(times * log(1 - stake + stake * growth) for times, growth in grown) for stake in STAKES]
    most = max(logs)
    return most + log(fmean(exp(one - most) for one in logs))


def _least(counts: tuple[tuple[float, int], ...], alpha: float) -> float:
    """Returns the lower end of the interval: the largest m for which the claim "the mean is m or less" is excluded; -1
    if no such claim is excluded.

    If m is excluded, every smaller m is excluded, too; so bisection finds the largest.
    """
    low, high = -1.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _excluded(counts, middle, alpha) else (low, middle)
    return low


def _mirrored(counts: tuple[tuple[float, int], ...]) -> tuple[tuple[float, int], ...]:
    return tuple((-value, times) for value, times in counts)
