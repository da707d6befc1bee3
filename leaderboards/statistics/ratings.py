"""TrueSkill ratings: a fold over the matches in schedule order, never in the order they happened to finish.

Settings: tau 0, because a bot's version does not learn between matches; the draw probability is the share of ties
between neighbours in the final order, at least MIN_DRAW_PROBABILITY; bots with equal rank enter in order of name.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import trueskill

MIN_DRAW_PROBABILITY: Final = 1e-3
MOST_DRAW_PROBABILITY: Final = 0.99
NORMAL_95: Final = 1.96
"""Standard deviations either side of the mean that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a rating needs to know of a match."""

    bots: tuple[str, ...]
    """Names by seat."""
    ranks: tuple[int, ...]
    """By seat: 1 is best, equal ranks are shared."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a bot's strength."""

    mu: float
    """The expected strength; 25 before any match."""
    sigma: float
    """The standard deviation of that knowledge; 25/3 before any match."""

    def interval(self) -> float:
        """Half the width of the 95 % interval around `mu`."""
        return NORMAL_95 * self.sigma


def draw_probability(outcomes: Iterable[Outcome]) -> float:
    """The share of ties between neighbours in the final orders, within bounds TrueSkill can compute with."""
    ties = neighbours = 0
    for outcome in outcomes:
        order = sorted(outcome.ranks)
        neighbours += len(order) - 1
        ties += sum(first == second for first, second in pairwise(order))
    share = ties / neighbours if neighbours else 0.0
    return min(max(share, MIN_DRAW_PROBABILITY), MOST_DRAW_PROBABILITY)


def trueskill_ratings(outcomes: Sequence[Outcome]) -> dict[str, Rating]:
    """The rating of every bot that played, from outcomes in schedule order."""
    environment = trueskill.TrueSkill(tau=0.0, draw_probability=draw_probability(outcomes))
    ratings: dict[str, trueskill.Rating] = {}
    for outcome in outcomes:
        order = sorted(zip(outcome.ranks, outcome.bots, strict=True))
        groups = [(ratings.get(bot) or environment.create_rating(),) for _, bot in order]
        rated = environment.rate(groups, ranks=[rank for rank, _ in order])
        for (_, bot), (rating,) in zip(order, rated, strict=True):
            ratings[bot] = rating
    return {bot: Rating(rating.mu, rating.sigma) for bot, rating in ratings.items()}
