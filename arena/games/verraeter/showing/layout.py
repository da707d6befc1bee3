"""The set-up of a match: everything that never changes during the match and is needed to draw its board.

The origin is the middle of the circle, and lengths are in radii of the circle; x grows to the right and y downwards.
Angles are in degrees, clockwise from twelve o'clock, where place 0 is.
"""

from math import cos, radians, sin
from typing import Final, TypedDict

from arena.games.verraeter.editions import ROUNDS
from arena.games.verraeter.phases.draft import ALL_OFFERED, ROLES_IN
from arena.games.verraeter.phases.supply import MOST_PLAYED
from arena.games.verraeter.state.cards import COPIES, VALUES
from arena.games.verraeter.state.cells import SEATS
from arena.games.verraeter.state.state import View
from arena.games.verraeter.terms import (
    BUILDINGS_PER_SEAT,
    LANDSCAPES,
    PLACES,
    ROLES,
    TRADING_POSTS_PER_SEAT,
)

DIGITS: Final = 4
"""The number of decimal places of coordinates. Four are enough for drawing, and rounding to four removes differences
between machines.
"""


class LandscapeSetup(TypedDict):
    """The values printed on a landscape card."""

    name: str
    base: int
    """The conflict points that the landscape adds to the house that owns it."""
    winners: list[int]
    """The victory points of each seat in the house that conquers the landscape: four numbers, for 1, 2, 3 and 4 seats
    in this house.
    """


class PlaceLayout(TypedDict):
    """The position of a place in the drawing. The border between two places is drawn halfway between their angles."""

    angle: int
    x: float
    y: float


class Layout(TypedDict):
    """V-0.4: the positions of the twelve landscapes in the drawing of the circle."""

    places: list[PlaceLayout]


class Setup(TypedDict):
    """Everything that never changes during a match."""

    seats: int
    rounds: int
    hand_limit: int
    most_played: int
    """The most supply cards that a seat may play in a round."""
    landscapes: list[LandscapeSetup]
    roles: list[str]
    supply: dict[str, int]
    """The number of supply cards of each value, by the value as text."""
    buildings: int
    """The number of buildings of each seat."""
    trading_posts: int
    """The largest number of trading posts that a seat may have in the circle."""
    layout: Layout


def setup(view: View) -> Setup:
    """Returns the set-up of the match to which the view belongs."""
    points, seats = view.rules.points, view.cells[SEATS]
    return {
        "seats": seats,
        "rounds": ROUNDS[seats],
        "hand_limit": view.rules.options.hand_limit,
        "most_played": MOST_PLAYED,
        "landscapes": [
            {"name": name, "base": points.base[card], "winners": list(points.winners[card][1:])}
            for card, name in enumerate(LANDSCAPES)
            if card
        ],
        "roles": [ROLES[role] for role in ROLES_IN[ALL_OFFERED]],
        "supply": {str(value): copies for value, copies in zip(VALUES, COPIES, strict=True)},
        "buildings": BUILDINGS_PER_SEAT,
        "trading_posts": TRADING_POSTS_PER_SEAT,
        "layout": {"places": [_place(360 * place // PLACES) for place in range(PLACES)]},
    }


def _place(angle: int) -> PlaceLayout:
    return {
        "angle": angle,
        "x": round(sin(radians(angle)), DIGITS) + 0.0,  # never -0.0
        "y": round(-cos(radians(angle)), DIGITS) + 0.0,
    }
