"""Tests whether the seat matters.

In a block every bot sits equally often in every seat, so what differs between seats is the seat's own doing, or the
deal's. Where no seat is better than another, a block would have been as likely with all its seats turned on by one, or
two, and so on; so blocks are turned at random many times, and it is counted how often the seats' means are then at
least as far apart as they are (a permutation test; Fisher 1935, Pitman 1937). That needs no normal distribution. Blocks
are turned in at most 500 groups drawn by lot, which is as exact, and quick in long leagues.
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
"""Sums that differ by less are equal."""


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """What the seats are worth."""

    blocks: int
    """Blocks in which every bot had every seat equally often; only they say anything."""
    effects: tuple[float, ...]
    """By seat: mean score less the mean of all seats, in points; empty without blocks."""
    p: float
    """How often seats that are worth the same differ as much or more, by chance."""


def seat_effect(blocks: Iterable[BlockOutcome]) -> SeatEffect:
    """The effect of the seats in blocks that come in any order and have equally many seats."""
    whole = [block for block in canonical(counting(blocks)) if block.balanced()]
    if not whole:
        return SeatEffect(0, (), 1.0)
    rows = np.array([_by_seat(block) for block in whole])
    effects = rows.mean(axis=0)
    return SeatEffect(len(whole), tuple(effects.tolist()), _p_value(rows))


def _by_seat(block: BlockOutcome) -> Floats:
    """By seat: mean score in the block less its mean."""
    scores = np.array([match.scores for match in block.matches], dtype=np.float64)
    centred: Floats = scores.mean(axis=0) - scores.mean()
    return centred


def _generator(rows: Floats) -> np.random.Generator:
    """Draws the same for the same results; what it draws must not go with the order of the blocks, which is theirs."""
    return np.random.default_rng(int.from_bytes(blake2b(rows.tobytes(), digest_size=8).digest(), "little"))


def _p_value(rows: Floats) -> float:
    """The share of turned leagues, this one included, whose seats are at least as far apart."""
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
