"""Functions for the rewards that a learner receives for a finished match."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from arena.match import MatchRecord

Rewards: TypeAlias = Callable[[MatchRecord], Sequence[float]]
"""A function that returns the reward of each seat for a finished match."""
ILLEGAL: Final = -1.0
"""The reward of a seat for an illegal action, which ends the match; the other seats get 0."""


def by_rank(record: MatchRecord) -> list[float]:
    """Returns rewards by rank, from 1 for a sole winner to -1 for a sole loser; the rewards sum to 0.

    A seat's reward is the number of seats that it beats, minus the number of seats that beat it, divided by the number
    of other seats.
    """
    ranks = record.ranks
    return [sum((other > own) - (other < own) for other in ranks) / (len(ranks) - 1) for own in ranks]


def by_score(record: MatchRecord) -> list[float]:
    """Returns rewards by score: the points of each seat, unchanged."""
    return [float(score) for score in record.scores]
