"""Computes the difference in points between two bots, over the blocks that both played.

In a complete block both bots play the same deal from every seat. So the mean difference does not depend on the seat,
and depends little on the luck of the deal. Each block counts as one number.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean, variance

from leaderboards.statistics.blocks import BlockOutcome
from leaderboards.statistics.bootstrap import ALPHA
from leaderboards.statistics.student import t_interval


@dataclass(frozen=True, slots=True)
class ScoreDifference:
    """The first bot's score less the second's, in points per match."""

    first: str
    second: str
    mean: float
    low: float
    """Lower end of the 95 % interval (Student's t over blocks); -inf if there is only one block (one deal in all
    seatings).
    """
    high: float
    """Upper end of the 95 % interval (Student's t over blocks); inf if there is only one block (one deal in all
    seatings).
    """
    blocks: int
    """The number of complete blocks (deals in all seatings) in which both bots played."""


def block_differences(blocks: Sequence[BlockOutcome], first: str, second: str) -> tuple[float, ...]:
    """Returns the first bot's mean score less the second's, in points per match, for each complete block (one deal in
    all seatings) with both bots.
    """
    return tuple(
        _difference(block, first, second) for block in blocks if block.balanced() and _at(block, first, second)
    )


def score_differences(blocks: Sequence[BlockOutcome], order: Sequence[str]) -> tuple[ScoreDifference, ...]:
    """Returns the score differences of all pairs that played a complete block (one deal in all seatings) together.

    The first bot of a pair comes earlier in `order`. Pairs are sorted by the first bot, then by the second, as in
    `order`.
    """
    place = {bot: number for number, bot in enumerate(order)}
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for block in blocks:
        if block.balanced():
            table = sorted(block.matches[0].bots, key=place.__getitem__)
            for first, second in combinations(table, 2):
                found[first, second].append(_difference(block, first, second))
    return tuple(
        _summary(first, second, found[first, second])
        for first, second in combinations(order, 2)
        if (first, second) in found
    )


def _at(block: BlockOutcome, *bots: str) -> bool:
    return set(bots) <= set(block.matches[0].bots)


def _difference(block: BlockOutcome, first: str, second: str) -> float:
    differences = [
        match.scores[match.bots.index(first)] - match.scores[match.bots.index(second)] for match in block.matches
    ]
    return sum(differences) / len(differences)


def _summary(first: str, second: str, differences: list[float]) -> ScoreDifference:
    mean, count = fmean(differences), len(differences)
    low, high = t_interval(mean, variance(differences) if count > 1 else 0.0, count, ALPHA)
    return ScoreDifference(first, second, mean, low, high, count)
