"""Measures how much more often two bots make the same choice than unrelated bots would, with a confidence interval.

At each position, the choices of all other bots, including house bots, give an estimate of how often an unrelated bot
makes the same choice as a bot of the pair. So agreement on a choice that all bots make counts for almost nothing. The
estimate includes one imaginary bot that chooses at random, so that no choice has probability 0.

The excess agreement is the agreement beyond this estimate, divided by the most that it could be (Cohen 1960). It is 0
for bots that agree as often as unrelated bots, and 1 for bots that always agree. The interval is computed by leaving
out each match in turn (the jackknife), because positions of one match are related.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Final, NamedTuple

from leaderboards.statistics.student import t_quantile

ALPHA: Final = 0.05
"""The maximum probability that at least one of the confidence intervals of all pairs of bots in a game is wrong."""
LEAST_EXCESS: Final = 0.6
"""Two bots choose alike if the confidence interval of their excess agreement begins at this value or above. The excess
agreement is their agreement beyond that of unrelated bots, divided by the most that it could be.

docs/similarity.md gives the reason.
"""
FEWEST_POSITIONS: Final = 30
FEWEST_MATCHES: Final = 4


@dataclass(frozen=True, slots=True)
class Position:
    """A position at which bots must choose an action."""

    match: int
    legal: int
    """The number of legal actions at the position."""


Choices = Sequence[int | None]
"""The choices of one bot, one for each position; None for a position at which the bot failed."""


@dataclass(frozen=True, slots=True)
class AlikeChoices:
    """The agreement of two bots, `one` and `other`, in their choices in a game."""

    game: str
    one: str
    other: str
    positions: int
    """The number of positions at which both bots chose."""
    agreed: int
    expected: float
    """The share of the `positions`, from 0 to 1, at which two unrelated bots would be expected to agree."""
    excess: float
    low: float
    high: float
    as_house: tuple[str, ...] = ()
    """The house bots, shipped with the arena, that choose like both bots and so explain their agreement; empty if there
    are none.
    """

    @property
    def hint(self) -> bool:
        """Whether a person should compare the two bots: they agree too often, and no house bot (one that comes with the
        arena) chooses like both, which would explain their agreement.
        """
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
    """Computes the agreement of each pair of bots that chose at enough common positions.

    The hints, which are the pairs that a person should compare, come first, followed by the other pairs. Both parts are
    in order of similarity, the most similar pair first.
    """
    field = _Field(positions, [*bots.values(), *house.values()], len(bots) * (len(bots) - 1) // 2)
    told = []
    for one, other in combinations(sorted(bots), 2):
        if found := field.agreement(bots[one], bots[other]):
            alike = found.low >= LEAST_EXCESS
            as_house = [name for name in house if alike and field.alike(bots[one], bots[other], house[name])]
            told.append(AlikeChoices(game, one, other, *found, tuple(as_house)))
    return sorted(told, key=lambda pair: (not pair.hint, -pair.low, -pair.excess, pair.one, pair.other))


class _Field:
    """The choices of all bots at all positions, from which the expected agreement of two bots is estimated."""

    def __init__(self, positions: Sequence[Position], voices: Sequence[Choices], pairs: int) -> None:
        self._positions = positions
        self._voices = [
            Counter(choice for choice in chosen if choice is not None) for chosen in zip(*voices, strict=True)
        ]
        self._alpha = ALPHA / max(1, pairs)

    def alike(self, one: Choices, other: Choices, reference: Choices) -> bool:
        """Returns whether `one` and `other` each choose like `reference`, by the rule of LEAST_EXCESS."""
        both = (self.agreement(one, reference), self.agreement(other, reference))
        return all(found is not None and found.low >= LEAST_EXCESS for found in both)

    def agreement(self, one: Choices, other: Choices) -> _Agreement | None:
        """Computes the agreement of two bots. Returns None if the positions at which both bots chose are too few, or
        are from too few matches.
        """
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
    """Returns the ratio of two sums over matches, and half the width of its jackknife interval with error probability
    `alpha`.

    `sums` contains, for each match, its term of the first sum and its term of the second sum.
    """
    above, room = (sum(column) for column in zip(*sums, strict=True))
    without = [(above - part[0]) / (room - part[1]) for part in sums]
    mean = sum(without) / len(without)
    variance = sum((value - mean) ** 2 for value in without) * (len(without) - 1) / len(without)
    return above / room, t_quantile(alpha, len(without) - 1) * sqrt(variance)
