"""Placing buildings (action B of phase 2) and towers (action C of phase 2)."""

from mypy_extensions import i64

from arena.games.hetverraad.actions import BUILD, BUILD_TOWER, add
from arena.games.hetverraad.area_sets import BIT, first_in
from arena.games.hetverraad.state.board import build, place_of_black_master, put_towers
from arena.games.hetverraad.state.cells import (
    ACTIVE,
    AREA_BUILDING,
    AREA_OWNER,
    AREA_TOWER,
    AREAS_TOWERED,
    BUILDINGS_BUILT,
    STONES,
    TOWERS,
    TOWERS_BUILT,
)
from arena.games.hetverraad.state.holdings import add_points, recount_colour, recount_towers
from arena.games.hetverraad.state.piles import DISCARD, HAND, REMOVED
from arena.games.hetverraad.state.rows import lay, without
from arena.games.hetverraad.state.state import State


def add_legal(legal: list[object], state: State, own: i64) -> None:
    """R-35 to R-37, R-39: appends the legal actions that build a card of the active seat's hand on one of its areas,
    the set `own`. The area must be open to the card's colour. A seat may build two cards a turn.
    """
    cells, city = state.cells, state.rules.city
    if cells[BUILDINGS_BUILT] >= city.buildings_a_turn:
        return
    hand, stones = state.piles[HAND + cells[ACTIVE]], cells[STONES + cells[ACTIVE]]
    sites, open_to = own & ~place_of_black_master(cells), city.sets.open_to
    for at in range(len(hand)):
        card: i64 = hand[at]
        if city.value[card] <= stones:
            add(legal, BUILD + 100 * card, sites & open_to[city.colour[card]])


def place(state: State, action: i64) -> None:
    """R-35, R-39: builds a card on an area. The seat pays the card's value and scores the same number of points; a
    building that was already on the area is torn down.
    """
    cells, city = state.cells, state.rules.city
    seat = cells[ACTIVE]
    card, area = (action - BUILD) // 100, (action - BUILD) % 100
    value, former = city.value[card], cells[AREA_BUILDING + area]
    cells[BUILDINGS_BUILT] += 1
    state.piles[HAND + seat] = without(state.piles[HAND + seat], card)
    cells[STONES + seat] -= value
    tear_down(state, area)
    build(cells, area, card, city.colour[card])
    add_points(state, seat + 1, value)
    recount_colour(state, city.colour[card])
    if former:
        recount_colour(state, city.colour[former])


def tear_down(state: State, area: i64) -> None:
    """R-39, A-6, A-29: removes the building on the area, if there is one. An option decides whether the building leaves
    the game or is put on the discard pile.
    """
    cells, piles, options = state.cells, state.piles, state.rules.options
    card = cells[AREA_BUILDING + area]
    if card:
        if options.torn_down_leaves_game:
            lay(piles, REMOVED, card)
        else:
            lay(piles, DISCARD, card)
        if options.demolition_loses_points:
            add_points(state, cells[AREA_OWNER + area], -state.rules.city.value[card])


def add_legal_towers(legal: list[object], state: State, own: i64) -> None:
    """R-42, R-43, A-13: appends the legal actions that build a tower on one of the active seat's areas, the set `own`.
    The area must have room for a tower, and the Black Master must not stand there. A seat may build one tower a turn.
    """
    cells, city, options = state.cells, state.rules.city, state.rules.options
    if (
        cells[TOWERS_BUILT] >= city.towers_a_turn
        or cells[STONES + cells[ACTIVE]] < city.tower_price
        or cells[TOWERS] >= city.towers
    ):
        return
    sites = own & ~place_of_black_master(cells)
    towered = sites & cells[AREAS_TOWERED]
    while towered:
        area = first_in(towered)
        towered &= towered - 1
        if cells[AREA_TOWER + area] >= options.towers_per_area:
            sites &= ~BIT[area]
    add(legal, BUILD_TOWER, sites)


def place_tower(state: State, area: i64) -> None:
    """R-42: builds a tower on the area, and the seat pays for it. The tower takes effect at once."""
    cells = state.cells
    seat = cells[ACTIVE]
    cells[TOWERS_BUILT] += 1
    cells[STONES + seat] -= state.rules.city.tower_price
    put_towers(cells, area, cells[AREA_TOWER + area] + 1)
    recount_towers(state)
