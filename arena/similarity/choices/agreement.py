"""Measures how often two bots make the same choice, beyond chance and good play, with an interval.

At each position the choices of the other bots, house bots included, show how likely an unrelated bot is to choose as
one of the two does: agreement on a choice that all make says nothing. The legal actions together count as one more
voice, so a choice that no other bot made is still as likely as under chance. The agreement beyond that is given as a
share of the most there could be: 0 for bots that agree as strangers do, 1 for bots that always agree (Cohen 1960).
The error is found by leaving out each match in turn (the jackknife), because positions of one match are related.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Final, NamedTuple

from leaderboards.statistics.student import t_quantile

ALPHA: Final = 0.05
"""The largest probability that any of the intervals of all pairs together is wrong."""
LEAST_EXCESS: Final = 0.6
"""The two bots of a pair are a hint if the low end of their interval is at least this; docs/similarity.md says why."""
FEWEST_POSITIONS: Final = 30
FEWEST_MATCHES: Final = 4


@dataclass(frozen=True, slots=True)
class Position:
    """A position at which bots were asked for their choice."""

    match: int
    legal: int
    """How many legal actions the position has."""


Choices = Sequence[int | None]
"""The choices of one bot, one for each position; None for each position at which it failed."""


@dataclass(frozen=True, slots=True)
class AlikeChoices:
    """How far two bots agree in their choices in a game."""

    game: str
    one: str
    other: str
    positions: int
    """The number of positions at which both bots chose."""
    agreed: int
    expected: float
    """The share of these positions, from 0 to 1, at which unrelated bots would have agreed."""
    excess: float
    low: float
    high: float
    as_house: tuple[str, ...] = ()
    """House bots whose choices both bots share, which explains the agreement; empty if there are none."""

    @property
    def hint(self) -> bool:
        """Whether a person should compare the two bots."""
        return self.low >= LEAST_EXCESS and not self.as_house


class _Agreement(NamedTuple):
    positions: int
    agreed: int
    expected: float
    excess: float
    low: float
    high: float


def compare_choices(
    game: str, positions: Sequence[Position], bots: Mapping[str, Choices], house: Mapping[str, Choices]
) -> list[AlikeChoices]:
    """The agreement of each pair of bots that chose at enough positions; hints first, and the most alike first."""
    field = _Field(positions, [*bots.values(), *house.values()], len(bots) * (len(bots) - 1) // 2)
    told = []
    for one, other in combinations(sorted(bots), 2):
        if found := field.agreement(bots[one], bots[other]):
            alike = found.low >= LEAST_EXCESS
            as_house = [name for name in house if alike and field.alike(bots[one], bots[other], house[name])]
            told.append(AlikeChoices(game, one, other, *found, tuple(as_house)))
    return sorted(told, key=lambda pair: (not pair.hint, -pair.low, -pair.excess, pair.one, pair.other))


class _Field:
    """The choices of all bots at all positions, by which agreement is judged."""

    def __init__(self, positions: Sequence[Position], voices: Sequence[Choices], pairs: int) -> None:
        self._positions = positions
        self._voices = [
            Counter(choice for choice in chosen if choice is not None) for chosen in zip(*voices, strict=True)
        ]
        self._alpha = ALPHA / max(1, pairs)

    def alike(self, one: Choices, other: Choices, reference: Choices) -> bool:
        """Whether the bots `one` and `other` both choose as a third, `reference`, does."""
        both = (self.agreement(one, reference), self.agreement(other, reference))
        return all(found is not None and found.low >= LEAST_EXCESS for found in both)

    def agreement(self, one: Choices, other: Choices) -> _Agreement | None:
        """How far two bots agree; None if they both chose at too few positions or in too few matches."""
        sums: dict[int, list[float]] = {}
        positions = agreed = 0
        expected = 0.0
        for position, voices, mine, yours in zip(self._positions, self._voices, one, other, strict=True):
            if mine is None or yours is None:
                continue
            others = voices - Counter((mine, yours))
            chance = sum((others[choice] + 1 / position.legal) / (others.total() + 1) for choice in (mine, yours)) / 2
            positions += 1
            agreed += mine == yours
            expected += chance
            above, room = sums.setdefault(position.match, [0.0, 0.0])
            sums[position.match] = [above + (mine == yours) - chance, room + 1 - chance]
        if positions < FEWEST_POSITIONS or len(sums) < FEWEST_MATCHES:
            return None
        excess, half = _jackknife(list(sums.values()), self._alpha)
        return _Agreement(
            positions, agreed, expected / positions, excess, max(-1.0, excess - half), min(1.0, excess + half)
        )


def _jackknife(sums: Sequence[Sequence[float]], alpha: float) -> tuple[float, float]:
    """The ratio of two sums over matches, and half the width of its interval with error probability `alpha`."""
    above, room = (sum(column) for column in zip(*sums, strict=True))
    without = [(above - part[0]) / (room - part[1]) for part in sums]
    mean = sum(without) / len(without)
    variance = sum((value - mean) ** 2 for value in without) * (len(without) - 1) / len(without)
    return above / room, t_quantile(alpha, len(without) - 1) * sqrt(variance)
