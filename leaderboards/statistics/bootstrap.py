"""How far strengths could be off: a bootstrap that weighs whole blocks.

Each replicate gives every block a random weight with mean 1, drawn from an exponential distribution, and finds the
strengths anew (Efron 1979 counts how often a block is drawn; Rubin 1981 and Xu et al. 2020 weigh instead, so that no
replicate loses a bot or its only defeat). The half matches of the prior are weighed too, so that "never lost" is not
mistaken for "known exactly". The weights come from a fixed stream and fall on blocks in canonical order: the same
results give the same intervals, in whatever order they are stored.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import inf, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from leaderboards.statistics.blocks import BlockOutcome
from leaderboards.statistics.choices import Floats, count_choices
from leaderboards.statistics.plackett_luce import DIGITS, elo, even_weights, maximise
from leaderboards.statistics.student import t_quantile

REPLICATES: Final = 1_000
ALPHA: Final = 0.05
STREAM: Final = 1979
"""Which of the generator's streams the weights come from; any would do, but always the same one."""
CHUNK_WEIGHTS: Final = 1 << 21
"""Weights held at a time."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The strength of a bot, and how far it could be off."""

    bot: str
    elo: float
    """400 log10 of its strength, less the mean of the field."""
    low: float
    """Lower end of the 95 % interval; -inf for a bot that never finished ahead of or level with another."""
    high: float
    """Upper end; inf for a bot that never finished behind or level with another."""
    blocks: int
    """In how many blocks it played."""


@dataclass(frozen=True, slots=True, eq=False)
class Bootstrap:
    """Strengths found again and again from differently weighted blocks; bots in alphabetical order."""

    bots: tuple[str, ...]
    elo: Floats
    """(bots,): from the blocks as they are."""
    replicates: Floats
    """(replicates, bots): in Elo."""
    shared: NDArray[np.intp]
    """(bots, bots): in how many blocks two bots met; on the diagonal, in how many one played."""
    ahead: NDArray[np.bool_]
    """(bots, bots): whether the first ever finished ahead of or level with the second."""

    def fields(self) -> NDArray[np.intp]:
        """(bots,): the number of the field each bot belongs to; bots of different fields have no chain of meetings."""
        met = self.shared > 0
        for bot in range(len(self.bots)):
            met |= met[:, [bot]] & met[[bot], :]
        fields: NDArray[np.intp] = met.argmax(axis=1)
        return fields

    def estimates(self) -> tuple[Estimate, ...]:
        """The strengths with their intervals, strongest first, equal ones by name.

        With several fields nothing bounds a strength against the mean of all, so the intervals are infinite.
        """
        whole = not self.fields().any()
        errors = self.replicates.std(axis=0)
        found = []
        for bot, name in enumerate(self.bots):
            middle, blocks = float(self.elo[bot]), int(self.shared[bot, bot])
            half = t_quantile(ALPHA, blocks - 1) * widened(float(errors[bot]), blocks) if whole and blocks > 1 else inf
            others = np.arange(len(self.bots)) != bot
            low = round(middle - half, DIGITS) if self.ahead[bot, others].any() else -inf
            high = round(middle + half, DIGITS) if self.ahead[others, bot].any() else inf
            found.append(Estimate(name, middle, low, high, blocks))
        return tuple(sorted(found, key=lambda one: -one.elo))


def bootstrap(blocks: Sequence[BlockOutcome], replicates: int = REPLICATES) -> Bootstrap:
    """The bootstrap of at least one block, in canonical order."""
    choices = count_choices(blocks)
    even = even_weights(choices)
    found, columns = maximise(choices, even), even.shape[1]
    again = [maximise(choices, weights, found[0]) for weights in exponential_weights(columns, replicates)]
    shared, ahead = _meetings(blocks, choices.bots)
    return Bootstrap(choices.bots, elo(choices, found)[0], elo(choices, np.vstack(again)), shared, ahead)


def widened(error: float, blocks: int) -> float:
    """The standard error without the bias of few blocks: with n of them its square is (n-1)/(n+1) of the truth."""
    return error * sqrt((blocks + 1) / (blocks - 1))


def exponential_weights(columns: int, replicates: int) -> Iterator[Floats]:
    """`replicates` rows of weights with mean 1, some at a time; always the same.

    They come from the generator's raw bits, which stay the same from one release of numpy to the next.
    """
    bits = np.random.PCG64(STREAM)
    size = max(1, CHUNK_WEIGHTS // columns)
    for first in range(0, replicates, size):
        raw = bits.random_raw((min(size, replicates - first), columns))
        yield -np.log1p(-(raw >> np.uint64(11)).astype(np.float64) * 2.0**-53)


def _meetings(blocks: Sequence[BlockOutcome], bots: tuple[str, ...]) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    index = {bot: number for number, bot in enumerate(bots)}
    shared = np.zeros((len(bots), len(bots)), dtype=np.intp)
    ahead = np.zeros((len(bots), len(bots)), dtype=np.bool_)
    for names, count in Counter(frozenset(block.matches[0].bots) for block in blocks).items():
        table = [index[bot] for bot in names]
        shared[np.ix_(table, table)] += count
    found = {(match.bots, match.ranks) for block in blocks for match in block.matches}
    order = {
        (first, second)
        for names, ranks in found
        for (rank, first), (next_rank, second) in permutations(zip(ranks, names, strict=True), 2)
        if rank <= next_rank
    }
    for first, second in order:
        ahead[index[first], index[second]] = True
    return shared, ahead
