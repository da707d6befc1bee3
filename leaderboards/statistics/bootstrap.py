"""Finds intervals of strengths by a bootstrap that weights whole blocks (deals in all seatings).

The strengths are computed many times, and how much they vary shows how exact they are. Each of these computations, a
replicate, gives every block a random weight from an exponential distribution with mean 1 (Rubin 1981, Xu et al. 2020).
If blocks were drawn with repetition instead (Efron 1979), a replicate could lose a bot or its only defeat.

The prior adds half a won and half a lost match to each bot. These get random weights, too. Otherwise, the strength of a
bot that never lost would seem to be known exactly.

The same results give the same intervals, in whatever order they are stored: the seed of the weights is fixed, and
blocks get their weights in canonical order, which depends on their content alone. Bots with the same results get the
same standard error, because their variances are averaged.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import Final, NamedTuple

import numpy as np

from leaderboards.statistics.blocks import BlockOutcome
from leaderboards.statistics.choices import Floats, count_choices
from leaderboards.statistics.plackett_luce import DIGITS, elo, even_weights, maximise
from leaderboards.statistics.student import t_quantile, t_tail

REPLICATES: Final = 1_000
ALPHA: Final = 0.05
STREAM: Final = 1979
"""The seed of the generator of weights. Its value is arbitrary, but must never change."""
CHUNK_WEIGHTS: Final = 1 << 21
"""The most random weights that are in memory at a time."""


class Measured(NamedTuple):
    """A number in Elo, with its standard error."""

    elo: float
    error: float
    """The standard error of `elo`; infinite if `elo` is based on a single block (one deal in all seatings)."""
    blocks: int
    """The number of blocks (deals in all seatings) on which `elo` is based."""

    def half(self) -> float:
        """Returns half the width of the 95 % interval of `elo`."""
        return t_quantile(ALPHA, self.blocks - 1) * self.error

    def low(self) -> float:
        """Returns the lower end of the 95 % interval of `elo`."""
        return round(self.elo - self.half(), DIGITS)

    def high(self) -> float:
        """Returns the upper end of the 95 % interval of `elo`."""
        return round(self.elo + self.half(), DIGITS)

    def p_value(self) -> float:
        """Returns the probability that `elo` is at least this far from 0 by chance, if its true value is 0 (Student's
        t).
        """
        if not self.elo or self.error == inf:
            return 1.0
        return t_tail(self.elo / self.error if self.error else inf, self.blocks - 1)


@dataclass(frozen=True, slots=True, eq=False)
class Bootstrap:
    """The bots' strengths, and their variation when blocks get random weights. Bots are in alphabetical order."""

    bots: tuple[str, ...]
    elo: Floats
    """Array (bots,): the strengths if every block has the weight 1, in Elo."""
    spread: Floats
    """Array (bots, bots): the covariance of the strengths over all replicates, in squared Elo."""
    blocks: tuple[int, ...]
    """The number of blocks (deals in all seatings) in which each bot played."""

    def strength(self, bot: str) -> Measured:
        """Returns a bot's strength less the mean of all bots."""
        index = self.bots.index(bot)
        return self._measured(float(self.elo[index]), float(self.spread[index, index]), self.blocks[index])

    def against(self, bot: str, others: Sequence[str]) -> Measured:
        """Returns a bot's strength less the mean of the bots `others`."""
        index, mean = self.bots.index(bot), [self.bots.index(one) for one in others]
        variance = self.spread[index, index] - 2 * self.spread[index, mean].mean() + self.spread[mean][:, mean].mean()
        return self._measured(float(self.elo[index] - self.elo[mean].mean()), float(variance), self.blocks[index])

    def difference(self, first: str, second: str) -> Measured:
        """Returns the first bot's strength less the second's. The result's number of blocks is the smaller of the two
        bots' numbers of blocks.
        """
        one, other = self.bots.index(first), self.bots.index(second)
        variance = self.spread[one, one] + self.spread[other, other] - 2 * self.spread[one, other]
        blocks = min(self.blocks[one], self.blocks[other])
        return self._measured(float(self.elo[one] - self.elo[other]), float(variance), blocks)

    def _measured(self, middle: float, variance: float, blocks: int) -> Measured:
        error = widened(sqrt(max(0.0, variance)), blocks) if blocks > 1 else inf
        return Measured(round(middle, DIGITS) + 0.0, error, blocks)


def bootstrap(blocks: Sequence[BlockOutcome], replicates: int = REPLICATES) -> Bootstrap:
    """Computes the bootstrap from one or more blocks in canonical order."""
    choices = count_choices(blocks)
    even = even_weights(choices)
    found, columns = maximise(choices, even), even.shape[1]
    again = [maximise(choices, weights, found[0]) for weights in exponential_weights(columns, replicates)]
    strengths, played = elo(choices, found)[0], Counter(bot for block in blocks for bot in block.matches[0].bots)
    replicated = elo(choices, np.vstack(again))
    alike = _exchangeable(blocks, dict(zip(choices.bots, strengths.tolist(), strict=True)))
    spread = _spread(replicated, [[choices.bots.index(bot) for bot in bots] for bots in alike])
    return Bootstrap(choices.bots, strengths, spread, tuple(played[bot] for bot in choices.bots))


def _exchangeable(blocks: Sequence[BlockOutcome], strengths: Mapping[str, float]) -> list[tuple[str, ...]]:
    """Returns the sets of bots with the same results; exchanging the names of two bots of a set leaves the league
    unchanged.
    """
    level: dict[float, list[tuple[str, ...]]] = {}
    for bot, strength in strengths.items():
        classes = level.setdefault(strength, [])
        for number, alike in enumerate(classes):
            if _results(blocks) == _results(blocks, {bot: alike[0], alike[0]: bot}):
                classes[number] = (*alike, bot)
                break
        else:
            classes.append((bot,))
    return [alike for classes in level.values() for alike in classes if len(alike) > 1]


def _results(blocks: Sequence[BlockOutcome], names: Mapping[str, str] | None = None) -> Counter[object]:
    """Returns how often each result of a block occurs. `names` maps bots to other names.

    The result of a block is the bots' ranks in each of its matches, without their seats.
    """
    new = names or {}
    return Counter(
        tuple(
            sorted(
                tuple(sorted((rank, new.get(bot, bot)) for rank, bot in zip(match.ranks, match.bots, strict=True)))
                for match in block.matches
            )
        )
        for block in blocks
    )


def _spread(replicates: Floats, alike: Sequence[Sequence[int]]) -> Floats:
    """Returns the covariance of the strengths as an array (bots, bots), from `replicates` (replicates, bots).

    `alike`: sets of bots with the same results, as indices. The bots of a set get the same variances and covariances,
    which are averages over the set.
    """
    means = replicates.mean(axis=0)
    for bots in alike:
        means[bots] = means[bots].mean()
    centred = replicates - means
    # einsum without BLAS gives the same bits on all machines
    spread: Floats = np.einsum("ri,rj->ij", centred, centred) / len(replicates)
    for bots in alike:
        own = spread[np.ix_(bots, bots)]
        each = own.trace() / len(bots)
        both = (own.sum() - own.trace()) / (len(bots) * (len(bots) - 1))
        spread[bots] = spread[bots].mean(axis=0)
        spread[:, bots] = spread[bots].T
        spread[np.ix_(bots, bots)] = both
        spread[bots, bots] = each
    return spread


def widened(error: float, blocks: int) -> float:
    """Returns a standard error corrected for few blocks (deals in all seatings). Without this correction, the square of
    a standard error from n blocks is on average only (n-1)/(n+1) of the true square.
    """
    return error * sqrt((blocks + 1) / (blocks - 1))


def exponential_weights(columns: int, replicates: int) -> Iterator[Floats]:
    """Yields `replicates` rows of random weights with mean 1, several rows at a time. Every call yields the same
    weights.

    The weights come from the generator's raw bits, which no release of numpy changes.
    """
    bits = np.random.PCG64(STREAM)
    size = max(1, CHUNK_WEIGHTS // columns)
    for first in range(0, replicates, size):
        raw = bits.random_raw((min(size, replicates - first), columns))
        yield -np.log1p(-(raw >> np.uint64(11)).astype(np.float64) * 2.0**-53)
