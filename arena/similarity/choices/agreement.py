"""Measures how far two bots agree beyond chance and good play, with an interval.

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
"""The chance that the interval of any pair misses is at most this, for all pairs together."""
LEAST_EXCESS: Final = 0.6
"""A pair is a hint if the lower end of its interval is at least this; docs/similarity.md says what was observed."""
FEWEST_POSITIONS: Final = 30
FEWEST_MATCHES: Final = 4


@dataclass(frozen=True, slots=True)
class Position:
    """A position at which bots were asked."""

    match: int
    legal: int
    """How many legal actions there were."""


Choices = Sequence[int | None]
"""The choice of a bot at each position; None where it failed."""


@dataclass(frozen=True, slots=True)
class AlikeChoices:
    """How far two bots agree."""

    game: str
    one: str
    other: str
    positions: int
    """The number of positions at which both chose."""
    agreed: int
    expected: float
    """The share of positions at which strangers would have agreed."""
    excess: float
    low: float
    high: float
    as_house: tuple[str, ...] = ()
    """House bots that choose as both do, which explains the agreement."""

    @property
    def hint(self) -> bool:
        """Whether a person should look at the two bots."""
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
    """The agreement of each pair of bots that was asked enough; hints first, the most alike first."""
    field = _Field(positions, [*bots.values(), *house.values()], len(bots) * (len(bots) - 1) // 2)
    told = []
    for one, other in combinations(sorted(bots), 2):
        if found := field.agreement(bots[one], bots[other]):
            alike = found.low >= LEAST_EXCESS
            as_house = [name for name in house if alike and field.alike(bots[one], bots[other], house[name])]
            told.append(AlikeChoices(game, one, other, *found, tuple(as_house)))
    return sorted(told, key=lambda pair: (not pair.hint, -pair.low, -pair.excess, pair.one, pair.other))


class _Field:
    """The choices of all bots that were asked."""

    def __init__(self, positions: Sequence[Position], voices: Sequence[Choices], pairs: int) -> None:
        self._positions = positions
        self._voices = [
            Counter(choice for choice in chosen if choice is not None) for chosen in zip(*voices, strict=True)
        ]
        self._alpha = ALPHA / max(1, pairs)

    def alike(self, one: Choices, other: Choices, reference: Choices) -> bool:
        """Whether both bots choose as a third, `reference`, does."""
        both = (self.agreement(one, reference), self.agreement(other, reference))
        return all(found is not None and found.low >= LEAST_EXCESS for found in both)

    def agreement(self, one: Choices, other: Choices) -> _Agreement | None:
        """How far two bots agree; None if both chose at too few positions or in too few matches."""
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
    """The ratio of two sums over matches, and half the width of its interval."""
    above, room = (sum(column) for column in zip(*sums, strict=True))
    without = [(above - part[0]) / (room - part[1]) for part in sums]
    mean = sum(without) / len(without)
    variance = sum((value - mean) ** 2 for value in without) * (len(without) - 1) / len(without)
    return above / room, t_quantile(alpha, len(without) - 1) * sqrt(variance)
