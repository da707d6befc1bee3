"""Tests whether the seat matters.

In a block (one deal in all seatings) every bot sits equally often in every seat. So the strengths of the bots favour no
seat, and differences between the scores of seats come from the seats or from the deal. If no seat is better than
another, a block is as likely as the same block with all its seats rotated by one, or by two, and so on. So the test
rotates blocks at random many times, and counts how often the means of the seats then differ at least as much as the
real means (a permutation test; Fisher 1935, Pitman 1937). The test does not assume a normal distribution. If there are
more than 500 blocks, they are divided at random into 500 groups, and all blocks of a group are rotated together; this
is equally exact, and quick in long leagues.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

import numpy as np

from leaderboards.statistics.blocks import BlockOutcome, canonical
from leaderboards.statistics.choices import Floats
from leaderboards.statistics.repeats import counting

REPLICATES: Final = 9_999
GROUPS: Final = 500
ROUNDING: Final = 1e-9
"""The relative difference below which two sums are treated as equal."""


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """The advantage or disadvantage of each seat, compared with the mean of all seats."""

    blocks: int
    """The number of blocks (deals in all seatings) in which every bot had every seat equally often; the test uses only
    such blocks.
    """
    effects: tuple[float, ...]
    """The mean score of each seat less the mean of all seats, in points; empty if there are no blocks."""
    p: float
    """The probability that equally good seats differ at least this much by chance."""


def seat_effect(blocks: Iterable[BlockOutcome]) -> SeatEffect:
    """Returns the effect of the seats in blocks, which may be in any order and must have the same number of seats."""
    whole = [block for block in canonical(counting(blocks)) if block.balanced()]
    if not whole:
        return SeatEffect(0, (), 1.0)
    rows = np.array([_by_seat(block) for block in whole])
    effects = rows.mean(axis=0)
    return SeatEffect(len(whole), tuple(effects.tolist()), _p_value(rows))


def _by_seat(block: BlockOutcome) -> Floats:
    """Returns the mean score of each seat in the block, less the block's mean."""
    scores = np.array([match.scores for match in block.matches], dtype=np.float64)
    centred: Floats = scores.mean(axis=0) - scores.mean()
    return centred


def _generator(rows: Floats) -> np.random.Generator:
    """Returns a random generator whose seed is a hash of the results, so that the same results give the same draws."""
    return np.random.default_rng(int.from_bytes(blake2b(rows.tobytes(), digest_size=8).digest(), "little"))


def _p_value(rows: Floats) -> float:
    """Returns the share of leagues in which the seats differ at least as much as in the real league.

    The leagues are the real one and REPLICATES copies, in which the seats of each group of blocks are rotated at
    random.
    """
    seats, rng = rows.shape[1], _generator(rows)
    lots = np.array_split(rng.permutation(len(rows)), min(GROUPS, len(rows)))
    groups = np.array([rows[lot].sum(axis=0) for lot in lots])
    turned = np.stack([np.roll(groups, turns, axis=1) for turns in range(seats)], axis=1)
    draws = rng.integers(seats, size=(REPLICATES, len(groups)))
    sums = np.zeros((REPLICATES, seats))
    for group in range(len(groups)):
        sums += turned[group, draws[:, group]]
    spread = float((groups.sum(axis=0) ** 2).sum())
    as_large = int(np.count_nonzero((sums**2).sum(axis=1) >= spread * (1 - ROUNDING) - ROUNDING))
    return (1 + as_large) / (1 + REPLICATES)
