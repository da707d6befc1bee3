"""How far two bots agree beyond chance and good play, with an interval.

At each position the others, house bots among them, tell how likely it is that a bot that knows nothing of the two
chooses as one of them: where a choice is everybody's, to agree on it says nothing. A choice nobody else made is as
likely as by chance among the legal actions, which count as one more voice. What is left is told as a share of what
could be left: 0 for bots that agree as strangers do, 1 for those that always agree (Cohen 1960).
Its error is found by leaving out each match in turn (the jackknife), because positions of one match hang together.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Final, NamedTuple

from leaderboards.statistics.student import t_quantile

ALPHA: Final = 0.05
"""For all pairs together: an interval of any of them misses with no more than this."""
LEAST_EXCESS: Final = 0.6
"""From here on, with the lower end of the interval, it is a hint. docs/similarity.md tells what was seen."""
FEWEST_POSITIONS: Final = 30
FEWEST_MATCHES: Final = 4


@dataclass(frozen=True, slots=True)
class Position:
    """Where bots were asked."""

    match: int
    legal: int
    """How many legal actions there were."""


Choices = Sequence[int | None]
"""What a bot chose at each position; None where it failed."""


@dataclass(frozen=True, slots=True)
class AlikeChoices:
    """How far two bots agree."""

    game: str
    one: str
    other: str
    positions: int
    """At which both chose."""
    agreed: int
    expected: float
    """How often strangers would have."""
    excess: float
    low: float
    high: float
    as_house: tuple[str, ...] = ()
    """House bots that choose as both do, which explains it."""

    @property
    def hint(self) -> bool:
        """Whether somebody should look."""
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
    """The pairs of bots of which anything can be said, the most alike first."""
    field = _Field(positions, [*bots.values(), *house.values()], len(bots) * (len(bots) - 1) // 2)
    told = []
    for one, other in combinations(sorted(bots), 2):
        if found := field.agreement(bots[one], bots[other]):
            alike = found.low >= LEAST_EXCESS
            as_house = [name for name in house if alike and field.alike(bots[one], bots[other], house[name])]
            told.append(AlikeChoices(game, one, other, *found, tuple(as_house)))
    return sorted(told, key=lambda pair: (not pair.hint, -pair.low, -pair.excess, pair.one, pair.other))


class _Field:
    """All who were asked."""

    def __init__(self, positions: Sequence[Position], voices: Sequence[Choices], pairs: int) -> None:
        self._positions = positions
        self._voices = [
            Counter(choice for choice in chosen if choice is not None) for chosen in zip(*voices, strict=True)
        ]
        self._alpha = ALPHA / max(1, pairs)

    def alike(self, one: Choices, other: Choices, reference: Choices) -> bool:
        """Whether both choose as a third does."""
        both = (self.agreement(one, reference), self.agreement(other, reference))
        return all(found is not None and found.low >= LEAST_EXCESS for found in both)

    def agreement(self, one: Choices, other: Choices) -> _Agreement | None:
        """How far two agree; None where they were asked too little together."""
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
