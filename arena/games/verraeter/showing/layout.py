"""The set-up: everything that never changes in a match and is needed to draw its board.

Lengths are in radii of the circle, from its middle, x to the right and y down; angles in degrees, clockwise from twelve
o'clock, where place 0 lies.
"""

from math import cos, radians, sin
from typing import Final, TypedDict

from arena.games.verraeter.codes import (
    BUILDINGS_PER_SEAT,
    LANDSCAPES,
    PLACES,
    ROLES,
    TRADING_POSTS_PER_SEAT,
)
from arena.games.verraeter.editions import ROUNDS
from arena.games.verraeter.phases.draft import ALL_OFFERED, ROLES_IN
from arena.games.verraeter.phases.supply import MOST_PLAYED
from arena.games.verraeter.state.cards import COPIES, VALUES
from arena.games.verraeter.state.cells import SEATS
from arena.games.verraeter.state.state import View

DIGITS: Final = 4
"""Decimal places of coordinates: enough for drawing, and equal on every machine."""


class LandscapeSetup(TypedDict):
    """The values printed on a landscape card."""

    name: str
    base: int
    """The conflict points that it adds to the house that owns it."""
    winners: list[int]
    """The points of each seat of the winning house that conquers it, for 1, 2, 3 and 4 such seats."""


class PlaceLayout(TypedDict):
    """Where a landscape is drawn; the border to the next place is halfway between their angles."""

    angle: int
    x: float
    y: float


class Layout(TypedDict):
    """V-0.4: where the twelve landscapes of the circle are drawn."""

    places: list[PlaceLayout]


class Setup(TypedDict):
    """What never changes in a match."""

    seats: int
    rounds: int
    hand_limit: int
    most_played: int
    """The most supply cards that a seat may play in a round."""
    landscapes: list[LandscapeSetup]
    roles: list[str]
    supply: dict[str, int]
    """By card value: how many cards have it."""
    buildings: int
    """The number of buildings of each seat."""
    trading_posts: int
    """The most buildings of a seat that may lie trading post side up."""
    layout: Layout


def setup(view: View) -> Setup:
    """The set-up of the match that the view belongs to."""
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
