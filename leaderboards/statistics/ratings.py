"""Computes TrueSkill ratings from the matches in schedule order, whatever the order in which they finished.

Settings: tau, by which TrueSkill lets a strength change from match to match, is 0, because a bot's version does not
learn between matches. The draw probability of a match is the share of ties between neighbours in the final orders of
the matches up to that match, but at least MIN_DRAW_PROBABILITY. So the effect of a match on the ratings depends only on
this match and earlier ones, and never has to be computed again.

TrueSkill compares neighbours of the final order, so bots that share a rank are ordered by their earlier ratings. Bots
with the same rank and the same rating each get the mean of the ratings that they would get in all orders of these bots,
so that names decide nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from statistics import fmean
from typing import Final

import trueskill

MIN_DRAW_PROBABILITY: Final = 1e-3
MOST_DRAW_PROBABILITY: Final = 0.99


@dataclass(frozen=True, slots=True)
class Outcome:
    """The part of a match's result that ratings depend on."""

    bots: tuple[str, ...]
    """The bots' names by seat."""
    ranks: tuple[int, ...]
    """The bots' ranks by seat: 1 is best, and tied bots share a rank."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The TrueSkill rating of a bot."""

    mu: float
    """The expected strength; 25 before any match."""
    sigma: float
    """The standard deviation of the bot's strength according to TrueSkill; 25/3 before any match.

    It is not the error of a difference between two bots. It does not show how much another order of the same matches
    would change the rating.
    """


class Ratings:
    """The ratings of all bots that played, after the outcomes added so far."""

    def __init__(self) -> None:
        self._environment = trueskill.TrueSkill(tau=0.0, draw_probability=MIN_DRAW_PROBABILITY)
        self._ratings: dict[str, trueskill.Rating] = {}
        self._ties = self._neighbours = 0

    def take(self, outcome: Outcome) -> None:
        """Updates the ratings by the next outcome of the schedule."""
        new = self._environment.create_rating()
        before = {bot: self._ratings.get(bot, new) for bot in outcome.bots}
        ranked = dict(zip(outcome.bots, outcome.ranks, strict=True))
        place = {bot: (rank, -before[bot].mu, before[bot].sigma) for bot, rank in ranked.items()}
        order = sorted(outcome.bots, key=lambda bot: (place[bot], bot))
        ranks = [place[bot][0] for bot in order]
        self._neighbours += len(order) - 1
        self._ties += sum(first == second for first, second in pairwise(ranks))
        self._environment.draw_probability = self.draw_probability()
        rated = self._environment.rate([(before[bot],) for bot in order], ranks=ranks)
        for _, group in groupby(zip(order, rated, strict=True), key=lambda one: place[one[0]]):
            alike = list(group)
            shared = alike[0][1][0] if len(alike) == 1 else self._mean([rating for _, (rating,) in alike])
            self._ratings |= dict.fromkeys((bot for bot, _ in alike), shared)

    def _mean(self, ratings: Sequence[trueskill.Rating]) -> trueskill.Rating:
        return self._environment.create_rating(
            fmean(rating.mu for rating in ratings), fmean(rating.sigma for rating in ratings)
        )

    def draw_probability(self) -> float:
        """Returns the share of ties between neighbours in the final orders so far, within the bounds that TrueSkill can
        handle.
        """
        share = self._ties / self._neighbours if self._neighbours else 0.0
        return min(max(share, MIN_DRAW_PROBABILITY), MOST_DRAW_PROBABILITY)

    def by_bot(self) -> dict[str, Rating]:
        """Returns the rating of each bot that has played, by name."""
        return {bot: Rating(rating.mu, rating.sigma) for bot, rating in self._ratings.items()}


def trueskill_ratings(outcomes: Iterable[Outcome]) -> dict[str, Rating]:
    """Returns the rating of every bot that played, from outcomes in schedule order."""
    ratings = Ratings()
    for outcome in outcomes:
        ratings.take(outcome)
    return ratings.by_bot()
