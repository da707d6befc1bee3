"""Which bots can be told apart: every pair compared, corrected for how many pairs there are, and tiers."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf

import numpy as np

from leaderboards.statistics.bootstrap import ALPHA, Bootstrap, widened
from leaderboards.statistics.plackett_luce import DIGITS
from leaderboards.statistics.student import t_quantile, t_tail


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two bots, of which the first looks stronger."""

    first: str
    second: str
    elo: float
    """By how much, in Elo; never negative."""
    superiority: float
    """The likelihood that the first is stronger, from 0.5 to 1."""
    p_value: float
    """How likely a difference as large would be between equal bots, adjusted for all pairs (Holm 1979)."""
    half: float = inf
    """Half the 95 % interval of the difference in Elo, of this pair alone."""

    def separated(self) -> bool:
        """Whether the two can be told apart at 95 %."""
        return self.p_value < ALPHA


def comparisons(found: Bootstrap, order: Sequence[str]) -> tuple[Comparison, ...]:
    """Every pair once, in the order of `order`, which is strongest first.

    The test is Student's t with the standard error of the bootstrap and the fewer of the two bots' blocks. It never
    claims more than a count of heads could: n blocks that all point one way have p = 2 / 2^n.
    """
    strength = dict(zip(found.bots, found.elo.tolist(), strict=True))
    pairs = list(combinations(order, 2))
    tests = _tests(found, pairs)
    plain = [p for p, _ in tests]
    return tuple(
        Comparison(first, second, round(strength[first] - strength[second], DIGITS), 1 - p / 2, adjusted, half)
        for (first, second), (p, half), adjusted in zip(pairs, tests, holm(plain), strict=True)
    )


def _tests(found: Bootstrap, pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float]]:
    """For each pair its p-value and half its interval, which is without 0 just where p is below ALPHA."""
    index = {bot: number for number, bot in enumerate(found.bots)}
    fields = found.fields()
    tests = []
    for first, second in pairs:
        one, other = index[first], index[second]
        blocks = int(min(found.shared[one, one], found.shared[other, other]))
        difference = float(found.elo[one] - found.elo[other])
        if fields[one] != fields[other] or blocks < 2:
            tests.append((1.0, inf))
            continue
        error, heads = (
            widened(float((found.replicates[:, one] - found.replicates[:, other]).std()), blocks),
            _heads(blocks),
        )
        p = max(t_tail(difference / error if error else inf, blocks - 1), heads) if difference else 1.0
        tests.append((p, t_quantile(ALPHA, blocks - 1) * error if heads < ALPHA else inf))
    return tests


def _heads(blocks: int) -> float:
    """What a count of heads could claim at most of so many blocks."""
    return 2.0 ** (1 - blocks)


def holm(p_values: Sequence[float]) -> list[float]:
    """Each p-value adjusted so that the chance of any false claim among all is at most the level (Holm 1979)."""
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for place, number in enumerate(np.argsort(p_values, kind="stable").tolist()):
        highest = max(highest, min(1.0, (len(p_values) - place) * p_values[number]))
        adjusted[number] = highest
    return adjusted


def tiers(order: Sequence[str], compared: Sequence[Comparison]) -> tuple[tuple[str, ...], ...]:
    """The longest runs in `order` in which no two bots can be told apart; a bot may be in several."""
    apart = {frozenset((pair.first, pair.second)) for pair in compared if pair.separated()}
    found: list[tuple[str, ...]] = []
    begin = reached = 0
    for end, bot in enumerate(order, start=1):
        start = begin
        while any(frozenset((other, bot)) in apart for other in order[start : end - 1]):
            start += 1
        if start > begin:
            found.append(tuple(order[begin:reached]))
        begin, reached = start, end
    return (*found, tuple(order[begin:])) if order else ()
