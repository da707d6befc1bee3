"""Converts the scores of the library, which may be fractions of a point, to integers."""

from collections.abc import Sequence
from math import lcm
from typing import Any, Final

UNITS: Final = {"skat": 240}  # Skat has 120 points; the two seats that play together get half of theirs each
"""The results of `unit_of` that do not follow from its general rules, by the game's name."""
ROUNDING: Final = 1e-6


def unit_of(game: Any) -> int:  # noqa: ANN401  # the library has no types
    """Returns the number of parts into which a point is divided to make all scores of the game integers; 1 for most
    games.

    If seats can share a point, the result is the least common multiple of 1 to the number of seats.
    """
    kind, seats = game.get_type(), game.num_players()
    if kind.short_name in UNITS:
        return UNITS[kind.short_name]
    shares = kind.utility.name == "ZERO_SUM" and kind.min_num_players < kind.max_num_players and seats > 2
    return lcm(*range(1, seats + 1)) if shares or kind.short_name == "zerosum" else 1


def scores(returns: Sequence[float], unit: int) -> list[int]:
    """Returns the library's scores, counted in parts of 1/`unit` point. Raises ValueError if a score is not a whole
    number of parts.
    """
    found = [round(value * unit) for value in returns]
    if any(abs(score - value * unit) > ROUNDING for score, value in zip(found, returns, strict=True)):
        raise ValueError(f"the returns are {list(returns)}, which are no whole numbers of 1/{unit}")
    return found
