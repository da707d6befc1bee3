"""The rewards of a finished match."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from arena.match import MatchRecord

Rewards: TypeAlias = Callable[[MatchRecord], Sequence[float]]
"""By seat, what a finished match is worth."""
ILLEGAL: Final = -1.0
"""What an action that is not legal is worth to its seat; it ends the match, which is worth nothing to the others."""


def by_rank(record: MatchRecord) -> list[float]:
    """From 1 for a sole winner to -1 for a sole loser; together they are 0.

    It is the number of seats one is before, less those one is behind, over the number of others.
    """
    ranks = record.ranks
    return [sum((other > own) - (other < own) for other in ranks) / (len(ranks) - 1) for own in ranks]


def by_score(record: MatchRecord) -> list[float]:
    """The points of the game."""
    return [float(score) for score in record.scores]
