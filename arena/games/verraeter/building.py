"""Phase 7, the Builder's one act, and phase 8, the strategy card."""

from arena.games.verraeter import actions
from arena.games.verraeter.editions import Moving
from arena.games.verraeter.state import State, Table, with_byte
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

BOTH_SIDES = ESTATE + TRADING_POST


def begin(state: State) -> None:
    """V-7.1: the seat with the Builder acts, if there is one."""
    state.table.actor = state.table.role.find(BUILDER)


def own_buildings(table: Table, seat: int) -> list[int]:
    """The places of the seat's buildings, ascending."""
    kinds, owners = table.building_kind, table.building_seat
    return [place for place in range(PLACES) if kinds[place] and owners[place] == seat]


def legal(state: State) -> tuple[int, ...]:
    """V-7.1 to V-7.8: nothing, or one building placed, flipped or moved; never a third trading post."""
    table, options = state.table, state.rules.options
    kinds = table.building_kind
    own = own_buildings(table, table.actor)
    free = [place for place in range(PLACES) if not kinds[place]]
    post_allowed = sum(kinds[place] == TRADING_POST for place in own) < TRADING_POSTS_PER_SEAT
    turnable = [place for place in own if post_allowed or kinds[place] == TRADING_POST]

    legal = [actions.BUILD_NOTHING]
    if len(own) < BUILDINGS_PER_SEAT:
        legal += [actions.place_estate(place) for place in free]
        if options.place_trading_posts and post_allowed:
            legal += [actions.place_trading_post(place) for place in free]
    legal += [actions.flip(place) for place in turnable]
    if options.moving is not Moving.FORBIDDEN:
        legal += [actions.move(origin, target) for origin in own for target in free]
    if options.moving is Moving.ANY_SIDE:
        legal += [actions.move_and_flip(origin, target) for origin in turnable for target in free]
    return tuple(legal)


def act(state: State, action: int) -> None:
    """V-7.2 to V-7.5: the building act, seen by all."""
    table = state.table
    if action >= actions.MOVE_AND_FLIP:
        origin, target = divmod(action - actions.MOVE_AND_FLIP, PLACES)
        _move(table, origin, target, BOTH_SIDES - table.building_kind[origin])
    elif action >= actions.MOVE:
        origin, target = divmod(action - actions.MOVE, PLACES)
        _move(table, origin, target, table.building_kind[origin])
    elif action >= actions.FLIP:
        place = action - actions.FLIP
        _put(table, place, BOTH_SIDES - table.building_kind[place], table.actor)
    elif action >= actions.PLACE_TRADING_POST:
        _put(table, action - actions.PLACE_TRADING_POST, TRADING_POST, table.actor)
    elif action >= actions.PLACE_ESTATE:
        _put(table, action - actions.PLACE_ESTATE, ESTATE, table.actor)
    table.actor = NOBODY


def _move(table: Table, origin: int, target: int, kind: int) -> None:
    _put(table, origin, 0, 0)
    _put(table, target, kind, table.actor)


def _put(table: Table, place: int, kind: int, seat: int) -> None:
    table.building_kind = with_byte(table.building_kind, place, kind)
    table.building_seat = with_byte(table.building_seat, place, seat)


def hand_over_strategy(state: State) -> None:
    """V-8.1, V-8.2: the strategy card goes to the seat with the Strategist; if nobody has the role, it stays."""
    seat = state.table.role.find(STRATEGIST)
    if seat != NOBODY:
        state.table.strategist = seat
