"""TrueSkill ratings: a fold over the matches in schedule order, never in the order they happened to finish.

Settings: tau 0, because a bot's version does not learn between matches; the draw probability of a match is the share of
ties between neighbours in the final orders up to it, at least MIN_DRAW_PROBABILITY; bots with equal rank enter in order
of name. What a match does to the ratings is so known when it is its turn, and never has to be reckoned anew.
"""

from collections.abc import Iterable
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


class Ratings:
    """The ratings of every bot that played, after the outcomes taken so far."""

    def __init__(self) -> None:
        self._environment = trueskill.TrueSkill(tau=0.0, draw_probability=MIN_DRAW_PROBABILITY)
        self._ratings: dict[str, trueskill.Rating] = {}
        self._ties = self._neighbours = 0

    def take(self, outcome: Outcome) -> None:
        """Takes in the outcome that is next in schedule order."""
        order = sorted(zip(outcome.ranks, outcome.bots, strict=True))
        self._neighbours += len(order) - 1
        self._ties += sum(first == second for (first, _), (second, _) in pairwise(order))
        self._environment.draw_probability = self.draw_probability()
        groups = [(self._ratings.get(bot) or self._environment.create_rating(),) for _, bot in order]
        rated = self._environment.rate(groups, ranks=[rank for rank, _ in order])
        for (_, bot), (rating,) in zip(order, rated, strict=True):
            self._ratings[bot] = rating

    def draw_probability(self) -> float:
        """The share of ties between neighbours in the final orders so far, within bounds TrueSkill can compute with."""
        share = self._ties / self._neighbours if self._neighbours else 0.0
        return min(max(share, MIN_DRAW_PROBABILITY), MOST_DRAW_PROBABILITY)

    def by_bot(self) -> dict[str, Rating]:
        """By bot, its rating."""
        return {bot: Rating(rating.mu, rating.sigma) for bot, rating in self._ratings.items()}


def trueskill_ratings(outcomes: Iterable[Outcome]) -> dict[str, Rating]:
    """The rating of every bot that played, from outcomes in schedule order."""
    ratings = Ratings()
    for outcome in outcomes:
        ratings.take(outcome)
    return ratings.by_bot()
