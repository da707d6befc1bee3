"""Is this version better? A test that may be looked at after every block and stopped as soon as it is sure.

Rule 1: each block is one number: by how much the new version did better than the old one on one deal, all seatings.
Rule 2: the interval holds the true difference at all times together, not only at the end, with probability 1 - alpha.
So looking often, stopping early and going on longer than planned are all allowed.
Rule 3: the first verdict stays, with the estimate it was reached on; blocks that were in flight no longer count.

The interval is the set of differences that the mixture sequential t-test does not reject (Robbins 1970; Lai 1976;
Johari et al. 2022; Wang and Ramdas 2024): for a supposed difference, the likelihood of what was seen, averaged over
effects from a normal distribution of `effect` standard deviations, against its likelihood under that difference, with
the unknown standard deviation averaged out. This ratio exceeds 1 / alpha with probability at most alpha, ever (Ville
1939). Exact for normal differences; means of a block's matches are near enough, and nothing is decided in the first
blocks anyway.
"""

from dataclasses import dataclass, replace
from enum import Enum
from math import exp, inf, log, sqrt
from typing import Final

ALPHA: Final = 0.05
EFFECT: Final = 0.2
"""Standard deviations between versions that the test is tuned to; others only take longer to find."""


class Verdict(Enum):
    """What can be said so far."""

    NONE = "none"
    """Not enough blocks yet."""
    BETTER = "better"
    WORSE = "worse"
    NO_DIFFERENCE = "no-difference"
    """The difference is smaller than what the plan calls a difference."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked."""

    margin: float
    """Differences smaller than this, in the unit of the blocks' differences, do not matter; 0: every one matters."""
    alpha: float = ALPHA
    """The probability of a wrong verdict: better or worse when equal, no-difference at `margin` or more."""
    effect: float = EFFECT
    """The difference the test is tuned to, in standard deviations of a block's difference."""

    def __post_init__(self) -> None:
        if self.margin < 0:
            raise ValueError(f"margin is {self.margin}; expected 0 or more")
        if not 0 < self.alpha < 1:
            raise ValueError(f"alpha is {self.alpha}; expected more than 0 and less than 1")
        if self.effect <= 0:
            raise ValueError(f"effect is {self.effect}; expected more than 0")


@dataclass(frozen=True, slots=True)
class Progress:
    """The test after some blocks; `Progress(plan)` before any."""

    plan: Plan
    blocks: int = 0
    mean: float = 0.0
    """The estimate of the difference."""
    squares: float = 0.0
    """The sum of squared distances from the mean."""
    verdict: Verdict = Verdict.NONE

    def after(self, difference: float) -> "Progress":
        """The test after another block (the mean and squares by Welford 1962); the same once there is a verdict."""
        if self.verdict is not Verdict.NONE:
            return self
        blocks = self.blocks + 1
        mean = self.mean + (difference - self.mean) / blocks
        squares = self.squares + (difference - self.mean) * (difference - mean)
        found = replace(self, blocks=blocks, mean=mean, squares=squares)
        return replace(found, verdict=found.judged())

    def interval(self) -> tuple[float, float]:
        """The differences that cannot be excluded; all of them after few blocks."""
        half = self._half_width()
        return self.mean - half, self.mean + half

    def judged(self) -> Verdict:
        """What the interval says, whatever was said before."""
        low, high = self.interval()
        if low > 0:
            return Verdict.BETTER
        if high < 0:
            return Verdict.WORSE
        if -self.plan.margin < low and high < self.plan.margin:
            return Verdict.NO_DIFFERENCE
        return Verdict.NONE

    def _half_width(self) -> float:
        """Half the interval: where the ratio of the module's text is 1 / alpha.

        With n blocks, g = effect^2 and q = n (mean - difference)^2 / squares the ratio is
        (1 + n g)^(-1/2) ((1 + q) / (1 + q / (1 + n g)))^(n/2).
        """
        growth = 1 + self.blocks * self.plan.effect**2
        if self.blocks < 2:
            return inf
        bound = exp((log(growth) - 2 * log(self.plan.alpha)) / self.blocks)
        if bound >= growth:
            return inf
        return sqrt((bound - 1) / (1 - bound / growth) * self.squares / self.blocks)
