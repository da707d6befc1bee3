"""Computes the results of each pair of bots against each other, without a model.

Only matches of complete blocks (deals in all seatings) count. Of two bots in a match, the bot with the better rank has
won against the other, whoever else sat at the table. Each block gives one number: matches won less matches lost, per
match, from -1 to 1.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import copysign, inf, sqrt
from statistics import fmean, variance
from typing import Final

from leaderboards.statistics.blocks import BlockOutcome
from leaderboards.statistics.bootstrap import ALPHA
from leaderboards.statistics.comparisons import holm
from leaderboards.statistics.score_differences import ScoreDifference, score_differences
from leaderboards.statistics.student import t_interval, t_tail

DIGITS: Final = 12
"""The decimals to which a balance is rounded; further decimals would be rounding errors."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """The results of two bots against each other, from the first bot's side."""

    first: str
    second: str
    won: int
    drawn: int
    lost: int
    blocks: int
    balance: float
    """Matches won less matches lost, per match, from -1 to 1."""
    low: float
    """Lower end of the 95 % interval of `balance`, computed over blocks (deals in all seatings)."""
    high: float
    p_value: float
    """The probability that equal bots have a balance at least as far from 0, adjusted for all pairs (Holm 1979)."""
    points: ScoreDifference
    """The first bot's score less the second bot's, per match."""

    def matches(self) -> int:
        """Returns the number of matches that both bots played in."""
        return self.won + self.drawn + self.lost

    def separated(self) -> bool:
        """Returns whether the adjusted p-value shows at 95 % that the two bots are not equal."""
        return self.p_value < ALPHA

    def ahead(self) -> tuple[str, str]:
        """Returns the names of the two bots; the bot with the better balance is first."""
        return (self.first, self.second) if self.balance >= 0 else (self.second, self.first)


def meetings(blocks: Sequence[BlockOutcome], order: Sequence[str]) -> tuple[Meeting, ...]:
    """Returns the results of each pair that met in a complete block (one deal in all seatings).

    The first bot of a pair comes earlier in `order`. Pairs are sorted by the first bot, then by the second, as in
    `order`. `blocks` must not contain repeats.
    """
    place = {bot: number for number, bot in enumerate(order)}
    results: dict[tuple[str, str], list[list[int]]] = defaultdict(list)
    for block in blocks:
        if block.balanced():
            for pair in combinations(sorted(block.matches[0].bots, key=place.__getitem__), 2):
                results[pair].append([_result(match.bots, match.ranks, pair) for match in block.matches])
    found = [_meeting(points, results[points.first, points.second]) for points in score_differences(blocks, order)]
    adjusted = holm([one.p_value for one in found])
    return tuple(replace(one, p_value=p) for one, p in zip(found, adjusted, strict=True))


def _result(bots: tuple[str, ...], ranks: tuple[int, ...], pair: tuple[str, str]) -> int:
    """Returns the result for the first bot of a pair: 1 if it finished ahead, -1 if behind, 0 if tied."""
    first, second = (ranks[bots.index(bot)] for bot in pair)
    return int(first < second) - int(first > second)


def _meeting(points: ScoreDifference, by_block: Sequence[Sequence[int]]) -> Meeting:
    """Returns the results of two bots against each other, from the numbers of `_result` for each block.

    The p-value is not yet adjusted for the number of pairs.
    """
    flat = [result for block in by_block for result in block]
    means = [fmean(block) for block in by_block]
    balance, spread = round(fmean(means), DIGITS) + 0.0, variance(means) if len(means) > 1 else 0.0
    low, high = _interval(balance, spread, len(means))
    return Meeting(
        points.first,
        points.second,
        flat.count(1),
        flat.count(0),
        flat.count(-1),
        len(means),
        balance,
        low,
        high,
        _p_value(balance, spread, len(means)),
        points,
    )


def _p_value(mean: float, spread: float, blocks: int) -> float:
    """Returns the p-value of a mean over n blocks (deals in all seatings), by Student's t, but at least 2 / 2^n.

    That is the p-value of a sign test if all n blocks favour the same bot. `spread`: the variance between blocks.
    """
    if not mean:
        return 1.0
    t = mean / sqrt(spread / blocks) if spread else copysign(inf, mean)
    return min(1.0, max(t_tail(t, blocks - 1), 2.0 ** (1 - blocks)))


def _interval(mean: float, spread: float, blocks: int) -> tuple[float, float]:
    """Returns the 95 % interval of the mean over blocks (deals in all seatings), by Student's t. `spread`: the variance
    between blocks.

    If all n blocks have the same value, Student's t gives no width. Then the interval assumes that a share of
    1 - 0.025^(1/n) of all blocks has the value -1 (lower end) or 1 (upper end) instead.
    """
    if spread:
        low, high = t_interval(mean, spread, blocks, ALPHA)
    else:
        alike = (ALPHA / 2) ** (1 / blocks)
        low, high = alike * mean - (1 - alike), alike * mean + (1 - alike)
    return max(-1.0, low), min(1.0, high)
