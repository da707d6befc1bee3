"""Tests whether one strength for each bot explains the results.

Model: for two bots i and j at one table, the probabilities that i finishes ahead, level or behind are in the proportion
a_i : d sqrt(a_i a_j) : a_j (Bradley and Terry 1952, Davidson 1970). Here a_i and a_j are the strengths of the bots, and
d is the frequency of ties. `plackett_luce`, which computes the strengths of the league, implies the same proportion,
except for ties at tables of three or more. This test finds its own strengths and its own d: the most likely ones if all
pairs were independent.

A pair's residual is the number of matches in which bot i finished ahead (a tie counts as half), less the number that
the model predicts. The statistic is the sum over pairs of the squared residual, divided by the residual's variance.

In truth, pairs at one table and matches of one deal are not independent, so the p-value supposes only that blocks are
independent. It is the share of replicates (random copies of the league) whose statistic is at least as large as that of
the league; the league counts as a replicate, too. A replicate flips the signs of the residuals of whole blocks at
random. Then it subtracts the part of these residuals that new strengths and a new d would explain (a wild bootstrap of
the score, Kline and Santos 2012). Each residual is first increased according to its leverage, because strengths that
were found from the same results make residuals too small (MacKinnon and White 1985).

Pairs of bots of different groups are left out: their results all have the same direction, so an infinite difference in
strength explains them. Pairs with few expected upsets (victories of the weaker bot) are left out of the statistic:
there, a single upset would decide the test.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from leaderboards.statistics.blocks import BlockOutcome
from leaderboards.statistics.bootstrap import ALPHA, CHUNK_WEIGHTS
from leaderboards.statistics.choices import Floats, Indices
from leaderboards.statistics.groups import relations
from leaderboards.statistics.plackett_luce import PRIOR

REPLICATES: Final = 1_999
STREAM: Final = 1952
"""The seed of the generator of random signs. Its value is arbitrary, but must never change."""
TOLERANCE: Final = 1e-9
MOST_STEPS: Final = 100
LONGEST_STEP: Final = 1.0
FEWEST_UPSETS: Final = 5.0
"""The smallest variance of a pair's number of victories, in matches squared, with which the pair is tested. With less
variance, a single upset would decide the test.
"""
MOST_LEVERAGE: Final = 0.95
FEWEST_BOTS: Final = 3
"""The size of the smallest group that is tested. With two bots, one difference in strength explains all results."""


Taken = NDArray[np.bool_]


class Departure(NamedTuple):
    """A pair of bots, with the observed and the expected share of matches in which the first bot finishes ahead."""

    first: str
    second: str
    share: float
    """The observed share; a tie counts as half."""
    expected: float
    """The share that the strengths predict."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The result of `fit`, which tests whether one strength for each bot explains the results."""

    p_value: float
    """The probability of results that depart at least this far from the model, if the model is true."""
    pairs: int
    """The number of tested pairs: both bots are in one group, and their results vary enough (FEWEST_UPSETS)."""
    departure: Departure
    """The pair that departs most from the model."""

    def fails(self) -> bool:
        """Returns whether the test rejects the model."""
        return self.p_value < ALPHA


class _Pairs(NamedTuple):
    """The results of pairs in each block.

    Arrays (entries,) have one entry for each pair in each block in which the pair met, sorted by pair.
    """

    bots: tuple[str, ...]
    firsts: Indices
    """Array (pairs,): the index of each pair's first bot."""
    seconds: Indices
    groups: Indices
    """Array (bots,): the number of each bot's group."""
    pair: Indices
    """Array (entries,): the index of the entry's pair."""
    block: Indices
    """Array (entries,): the index of the entry's block."""
    met: Floats
    """Array (entries,): the number of matches in which both bots played."""
    ahead: Floats
    """Array (entries,): the number of matches in which the first bot finished ahead; a tie counts as half."""
    level: Floats
    """Array (entries,): the number of matches in which the two bots tied."""

    def sums(self, values: Floats) -> Floats:
        """Returns the sums of `values` (.., entries) over the entries of each pair, as an array (.., pairs)."""
        summed: Floats = np.add.reduceat(values, np.flatnonzero(np.diff(self.pair, prepend=-1)), axis=-1)
        return summed


class _Expected(NamedTuple):
    """The model's predictions for one match of each pair; all arrays have the shape (pairs,)."""

    ahead: Floats
    level: Floats
    ahead_variance: Floats
    level_variance: Floats
    covariance: Floats
    prior_slope: float
    """The derivative of the prior's log-likelihood by log d, where d is the frequency of ties."""
    prior_curve: float


def fit(blocks: Sequence[BlockOutcome], replicates: int = REPLICATES) -> Fit | None:
    """Tests whether one strength for each bot explains the results of blocks in canonical order.

    Returns None if the tested pairs form no circle of bots, because strengths can then explain any results. Returns
    None, too, if all results within groups of three or more bots are ties.
    """
    pairs = _pairs(blocks)
    if pairs is None or not (pairs.met > pairs.level).any():  # no group of three bots, or only ties
        return None
    model = _Model(pairs)
    expected = model.expected(model.maximise())
    ahead = pairs.ahead - pairs.met * expected.ahead[pairs.pair]
    level = pairs.level - pairs.met * expected.level[pairs.pair]
    variance = model.met * expected.ahead_variance
    inverse: Floats = np.linalg.inv(model.curve(expected)).astype(np.float64)
    weight = np.where(variance >= FEWEST_UPSETS, 1 / variance, 0.0)
    if not _has_circle(pairs, weight > 0):
        return None
    remain = pairs.sums(ahead)
    observed = float((remain**2 * weight).sum())
    wider = 1 / np.sqrt(1 - model.leverage(expected, inverse))
    higher = 0
    for turned in _turns(int(pairs.block.max()) + 1, len(pairs.block), replicates):
        turns = turned[:, pairs.block] * wider
        again = pairs.sums(turns * ahead)
        steps = model.slope(again, (turns * level).sum(axis=1)) @ inverse
        again -= model.followed(steps, expected)
        higher += int(((again**2 * weight).sum(axis=1) >= observed * (1 - TOLERANCE) - TOLERANCE).sum())
    worst = int(np.argmax(remain**2 * weight))
    return Fit((higher + 1) / (replicates + 1), int((weight > 0).sum()), model.departure(worst, expected))


def _has_circle(pairs: _Pairs, taken: Taken) -> bool:
    """Returns whether the pairs marked in `taken` form a circle of bots. Without a circle, strengths can explain any
    results.
    """
    joined = list(range(len(pairs.bots)))

    def root(bot: int) -> int:
        while joined[bot] != bot:
            bot = joined[bot]
        return bot

    for first, second in zip(pairs.firsts[taken].tolist(), pairs.seconds[taken].tolist(), strict=True):
        one, other = root(first), root(second)
        if one == other:
            return True
        joined[one] = other
    return False


def _turns(blocks: int, entries: int, replicates: int) -> Iterator[Floats]:
    """Yields `replicates` rows of random signs, 1 or -1 for each block; every call yields the same signs.

    Several rows come at a time: the larger `blocks` or `entries` (the number of entries in `_Pairs`), the fewer.
    """
    bits = np.random.PCG64(STREAM)
    size = max(1, CHUNK_WEIGHTS // max(blocks, entries))
    for first in range(0, replicates, size):
        raw = bits.random_raw((min(size, replicates - first), blocks))
        yield (raw >> np.uint64(63)).astype(np.float64) * 2 - 1


class _Model:
    """The model for the results of pairs. Its parameters are the strengths of bots, and log d if there was any tie."""

    def __init__(self, pairs: _Pairs) -> None:
        self._pairs = pairs
        self.met = pairs.sums(pairs.met)
        self._ahead, self._level = pairs.sums(pairs.ahead), pairs.sums(pairs.level)
        self._ties = bool(pairs.level.any())
        self._parameters = len(pairs.bots) + self._ties
        self._gauge = np.zeros((self._parameters, self._parameters))
        bots = len(pairs.bots)
        self._gauge[:bots, :bots] = pairs.groups[:, None] == pairs.groups[None, :]

    def maximise(self) -> Floats:
        """Returns the most likely parameters as an array (parameters,), by Newton's method. The strengths of each group
        have the mean 0.
        """
        at = np.zeros(self._parameters)
        for _ in range(MOST_STEPS):
            expected = self.expected(at)
            remain = self._ahead - self.met * expected.ahead
            level = (self._level - self.met * expected.level).sum() + expected.prior_slope
            slope = self.slope(remain[None], np.array([level]))[0]
            step = np.linalg.solve(self.curve(expected), slope)
            longest = np.abs(step).max()
            at = at + step * (LONGEST_STEP / max(longest, LONGEST_STEP))
            if longest < TOLERANCE:
                break
        return at

    def expected(self, at: Floats) -> _Expected:
        """Returns the model's predictions with the parameters `at`."""
        difference = at[self._pairs.firsts] - at[self._pairs.seconds]
        tied = np.exp(at[-1] + difference / 2) if self._ties else np.zeros_like(difference)
        total = np.exp(difference) + tied + 1
        won, level = np.exp(difference) / total, tied / total
        ahead = won + level / 2
        half = float(1 / (1 + np.exp(-at[-1]))) if self._ties else 0.5
        return _Expected(
            ahead,
            level,
            ahead_variance=won + level / 4 - ahead**2,
            level_variance=level * (1 - level),
            covariance=level / 2 - ahead * level,
            prior_slope=PRIOR * (1 - 2 * half),
            prior_curve=2 * PRIOR * half * (1 - half),
        )

    def slope(self, ahead: Floats, level: Floats) -> Floats:
        """Returns the slopes of the log-likelihood as an array (replicates, parameters).

        `ahead` (replicates, pairs): the residual of each pair. `level` (replicates,): the slope in log d, from the
        residuals of ties.
        """
        slope = np.zeros((self._parameters, len(ahead)))
        np.add.at(slope, self._pairs.firsts, ahead.T)
        np.subtract.at(slope, self._pairs.seconds, ahead.T)
        if self._ties:
            slope[-1] = level
        return slope.T

    def curve(self, expected: _Expected) -> Floats:
        """Returns the negative Hessian of the log-likelihood as an array (parameters, parameters). The condition that
        the strengths of each group have the mean 0 is added to it and makes it invertible.
        """
        firsts, seconds = self._pairs.firsts, self._pairs.seconds
        curve, weight = self._gauge.copy(), self.met * expected.ahead_variance
        for one, other, sign in (
            (firsts, firsts, 1),
            (seconds, seconds, 1),
            (firsts, seconds, -1),
            (seconds, firsts, -1),
        ):
            np.add.at(curve, (one, other), sign * weight)
        if self._ties:
            joint = self.slope((self.met * expected.covariance)[None], np.zeros(1))[0]
            curve[-1] += joint
            curve[:, -1] += joint
            curve[-1, -1] += (self.met * expected.level_variance).sum() + expected.prior_curve
        return curve

    def followed(self, steps: Floats, expected: _Expected) -> Floats:
        """Returns the change of each pair's expected result as an array (replicates, pairs), for changes `steps`
        (replicates, parameters) of the parameters.
        """
        difference = steps[:, self._pairs.firsts] - steps[:, self._pairs.seconds]
        change: Floats = difference * self.met * expected.ahead_variance
        return change + steps[:, -1:] * (self.met * expected.covariance) if self._ties else change

    def leverage(self, expected: _Expected, inverse: Floats) -> Floats:
        """Returns the leverage of each entry as an array (entries,), at most MOST_LEVERAGE. If the result of an entry
        changes by 1, the prediction for this entry changes by its leverage.
        """
        firsts, seconds = self._pairs.firsts, self._pairs.seconds
        spread = inverse[firsts, firsts] + inverse[seconds, seconds] - 2 * inverse[firsts, seconds]
        each = (expected.ahead_variance * spread)[self._pairs.pair] * self._pairs.met
        return np.minimum(each, MOST_LEVERAGE)

    def departure(self, pair: int, expected: _Expected) -> Departure:
        """Returns the bots of the pair with this index, and how often the first is ahead: observed and expected."""
        bots, share = self._pairs.bots, float(self._ahead[pair] / self.met[pair])
        first, second = bots[self._pairs.firsts[pair]], bots[self._pairs.seconds[pair]]
        return Departure(first, second, share, float(expected.ahead[pair]))


def _pairs(blocks: Sequence[BlockOutcome]) -> _Pairs | None:
    """Returns the results of pairs within groups of three or more bots; None if there is no such group."""
    parts = [part for part in relations(blocks).groups() if len(part) >= FEWEST_BOTS] if blocks else []
    group = {bot: number for number, part in enumerate(parts) for bot in part}
    bots = tuple(sorted(group))
    if not bots:
        return None
    index = {bot: number for number, bot in enumerate(bots)}
    entries: defaultdict[tuple[int, int, int], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for number, block in enumerate(blocks):
        for match in block.matches:
            seated = sorted(
                (index[bot], rank) for bot, rank in zip(match.bots, match.ranks, strict=True) if bot in index
            )
            for (first, rank), (second, other) in combinations(seated, 2):
                if group[bots[first]] == group[bots[second]]:
                    entry = entries[first, second, number]
                    entry[0] += 1
                    entry[1] += (rank < other) + (rank == other) / 2
                    entry[2] += rank == other
    keys = sorted(entries)
    met = sorted({(first, second) for first, second, _ in keys})
    place = {pair: number for number, pair in enumerate(met)}
    counts = np.array([entries[key] for key in keys])
    return _Pairs(
        bots,
        np.array([first for first, _ in met], dtype=np.intp),
        np.array([second for _, second in met], dtype=np.intp),
        np.array([group[bot] for bot in bots], dtype=np.intp),
        np.array([place[first, second] for first, second, _ in keys], dtype=np.intp),
        np.array([number for _, _, number in keys], dtype=np.intp),
        *counts.T,
    )
