"""Scores as whole numbers, where the library has fractions of a point."""

from collections.abc import Sequence
from math import lcm
from typing import Any, Final

UNITS: Final = {"skat": 240}  # points of 120 cards, of which each of the two who play together has half
"""Of a point, in how many parts it is counted."""
ROUNDING: Final = 1e-6


def unit_of(game: Any) -> int:  # noqa: ANN401  # the library has no types
    """In how many parts a point is counted, so that all scores are whole.

    Where any number of seats shares what is won, three seats and more may have to divide it by any number of them.
    """
    kind, seats = game.get_type(), game.num_players()
    if kind.short_name in UNITS:
        return UNITS[kind.short_name]
    shares = kind.utility.name == "ZERO_SUM" and kind.min_num_players < kind.max_num_players and seats > 2
    return lcm(*range(1, seats + 1)) if shares or kind.short_name == "zerosum" else 1


def scores(returns: Sequence[float], unit: int) -> list[int]:
    """The returns as so many parts of a point; raises ValueError where one is no whole number of them."""
    found = [round(value * unit) for value in returns]
    if any(abs(score - value * unit) > ROUNDING for score, value in zip(found, returns, strict=True)):
        raise ValueError(f"the returns are {list(returns)}, which are no whole numbers of 1/{unit}")
    return found
