"""Phase 7, in which the Builder may build once, and phase 8, in which the Strategist takes the strategy card."""

from typing import Final, cast

from mypy_extensions import i64

from arena.games.cells import Cells, find
from arena.games.verraeter import actions
from arena.games.verraeter.editions import Moving
from arena.games.verraeter.state.cells import ACTOR, BUILDING, BUILDING_SEAT, ROLE, SEATS, STRATEGY
from arena.games.verraeter.state.state import State
from arena.games.verraeter.terms import (
    BUILDER,
    BUILDINGS_PER_SEAT,
    ESTATE,
    NOBODY,
    PLACES,
    STRATEGIST,
    TRADING_POST,
    TRADING_POSTS_PER_SEAT,
)

BOTH_SIDES: Final = ESTATE + TRADING_POST
FORBIDDEN: Final = Moving.FORBIDDEN
ANY_SIDE: Final = Moving.ANY_SIDE


def begin(cells: Cells) -> None:
    """V-7.1: makes the seat with the Builder the actor. If no seat has this role, no seat becomes the actor and the
    phase is skipped.
    """
    cells[ACTOR] = find(cells, ROLE, cells[SEATS], BUILDER)


def own_buildings(cells: Cells, seat: i64) -> list[int]:
    """Returns the places of the seat's buildings, ascending."""
    return [place for place in range(PLACES) if cells[BUILDING + place] and cells[BUILDING_SEAT + place] == seat]


def legal(state: State) -> tuple[int, ...]:
    """V-7.1 to V-7.8: returns the legal choices of the Builder: to place, flip or move one building, or to build
    nothing. A third trading post of the seat is never legal.
    """
    cells, options = state.cells, state.rules.options
    own = own_buildings(cells, cells[ACTOR])
    posts = [place for place in own if cells[BUILDING + place] == TRADING_POST]
    post_allowed = len(posts) < TRADING_POSTS_PER_SEAT
    turnable = own if post_allowed else posts

    legal = [actions.MADE[actions.BUILD_NOTHING]]
    if len(own) < BUILDINGS_PER_SEAT:
        add_free_places(cells, actions.PLACE_ESTATE, legal)
        if options.place_trading_posts and post_allowed:
            add_free_places(cells, actions.PLACE_TRADING_POST, legal)
    for place in turnable:
        legal.append(actions.MADE[actions.FLIP + place])
    if options.moving is not FORBIDDEN:
        for origin in own:
            add_free_places(cells, actions.MOVE + PLACES * origin, legal)
    if options.moving is ANY_SIDE:
        for origin in turnable:
            add_free_places(cells, actions.MOVE_AND_FLIP + PLACES * origin, legal)
    return cast("tuple[int, ...]", tuple(legal))


def add_free_places(cells: Cells, first: i64, legal: list[object]) -> None:
    """Appends the action `first + place` to `legal` for each free place. `first` is the action for place 0."""
    for place in range(PLACES):
        if not cells[BUILDING + place]:
            legal.append(actions.MADE[first + place])


def act(cells: Cells, action: i64) -> None:
    """V-7.2 to V-7.5: carries out an action of the Builder."""
    seat = cells[ACTOR]
    if action >= actions.MOVE_AND_FLIP:
        pair = action - actions.MOVE_AND_FLIP
        _move(cells, pair // PLACES, pair % PLACES, BOTH_SIDES - cells[BUILDING + pair // PLACES])
    elif action >= actions.MOVE:
        pair = action - actions.MOVE
        _move(cells, pair // PLACES, pair % PLACES, cells[BUILDING + pair // PLACES])
    elif action >= actions.FLIP:
        place = action - actions.FLIP
        put(cells, place, BOTH_SIDES - cells[BUILDING + place], seat)
    elif action >= actions.PLACE_TRADING_POST:
        put(cells, action - actions.PLACE_TRADING_POST, TRADING_POST, seat)
    elif action >= actions.PLACE_ESTATE:
        put(cells, action - actions.PLACE_ESTATE, ESTATE, seat)
    cells[ACTOR] = NOBODY


def _move(cells: Cells, origin: i64, target: i64, kind: i64) -> None:
    put(cells, origin, 0, 0)
    put(cells, target, kind, cells[ACTOR])


def put(cells: Cells, place: i64, kind: i64, seat: i64) -> None:
    """Puts a building of the seat on the place. `kind` is the side that is up. Kind 0 with seat 0 removes the building
    of the place.
    """
    cells[BUILDING + place] = kind
    cells[BUILDING_SEAT + place] = seat


def hand_over_strategy(cells: Cells) -> None:
    """V-8.1, V-8.2: gives the strategy card to the seat with the Strategist. If nobody has this role, the holder keeps
    the card.
    """
    seat = find(cells, ROLE, cells[SEATS], STRATEGIST)
    if seat != NOBODY:
        cells[STRATEGY] = seat
