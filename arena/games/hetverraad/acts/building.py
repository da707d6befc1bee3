"""Placing buildings (phase 2, B) and towers (phase 2, C)."""

from mypy_extensions import i64

from arena.games.cells import Cells, total
from arena.games.hetverraad.actions import BUILD, BUILD_TOWER, MADE
from arena.games.hetverraad.area_sets import areas_in
from arena.games.hetverraad.state.cells import (
    ACTIVE,
    AREA_BUILDING,
    AREA_OWNER,
    AREA_TOWER,
    BUILDINGS_BUILT,
    STONES,
    TOWERS_BUILT,
)
from arena.games.hetverraad.state.holdings import add_points, recount_buildings, recount_towers
from arena.games.hetverraad.state.owners import place_of_black_master
from arena.games.hetverraad.state.piles import DISCARD, HAND, REMOVED
from arena.games.hetverraad.state.rows import SINGLE, without
from arena.games.hetverraad.state.state import State
from arena.games.hetverraad.terms import AREAS


def add_legal(legal: list[object], state: State, own: i64) -> None:
    """R-35 to R-37, R-39: a card of the hand on an own area open to its colour; two a turn."""
    cells, city = state.cells, state.rules.city
    hand = state.piles[HAND + cells[ACTIVE]]
    if cells[BUILDINGS_BUILT] >= city.buildings_a_turn or not hand:
        return
    stones, sites = cells[STONES + cells[ACTIVE]], _sites(cells, own)
    for at in range(len(hand)):
        card: i64 = hand[at]
        if city.value[card] <= stones:
            open_to, build_card = city.open_to[city.colour[card]], BUILD + 100 * card
            for index in range(len(sites)):
                area: i64 = sites[index]
                if open_to[area]:
                    legal.append(MADE[build_card + area])


def _sites(cells: Cells, own: i64) -> bytes:
    """R-37, R-43: where something may be built: not where the Black Master stands."""
    return areas_in(own & ~place_of_black_master(cells))


def place(state: State, action: i64) -> None:
    """R-35, R-39: pays the value and scores it; a building that stood there is torn down."""
    cells, city = state.cells, state.rules.city
    seat = cells[ACTIVE]
    card, area = (action - BUILD) // 100, (action - BUILD) % 100
    value = city.value[card]
    cells[BUILDINGS_BUILT] += 1
    state.piles[HAND + seat] = without(state.piles[HAND + seat], card)
    cells[STONES + seat] -= value
    tear_down(state, area)
    cells[AREA_BUILDING + area] = card
    add_points(state, seat + 1, value)
    recount_buildings(state)


def tear_down(state: State, area: i64) -> None:
    """R-39, A-6, A-29: the own building on the area, if there is one, leaves the game."""
    cells, piles, options = state.cells, state.piles, state.rules.options
    card = cells[AREA_BUILDING + area]
    if card:
        if options.torn_down_leaves_game:
            piles[REMOVED] += SINGLE[card]
        else:
            piles[DISCARD] += SINGLE[card]
        if options.demolition_loses_points:
            add_points(state, cells[AREA_OWNER + area], -state.rules.city.value[card])


def add_legal_towers(legal: list[object], state: State, own: i64) -> None:
    """R-42, R-43, A-13: one tower a turn from the supply, never where the Black Master stands."""
    cells, city, options = state.cells, state.rules.city, state.rules.options
    if (
        cells[TOWERS_BUILT] >= city.towers_a_turn
        or cells[STONES + cells[ACTIVE]] < city.tower_price
        or total(cells, AREA_TOWER, AREAS) >= city.towers
    ):
        return
    most, sites = options.towers_per_area, _sites(cells, own)
    for at in range(len(sites)):
        area: i64 = sites[at]
        if cells[AREA_TOWER + area] < most:
            legal.append(MADE[BUILD_TOWER + area])


def place_tower(state: State, area: i64) -> None:
    """R-42: the tower is paid and stands at once."""
    cells = state.cells
    seat = cells[ACTIVE]
    cells[TOWERS_BUILT] += 1
    cells[STONES + seat] -= state.rules.city.tower_price
    cells[AREA_TOWER + area] += 1
    recount_towers(state)
