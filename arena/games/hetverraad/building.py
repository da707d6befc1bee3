"""Placing buildings (phase 2, B) and towers (phase 2, C)."""

from arena.games.hetverraad.actions import BUILD, BUILD_TOWER, build
from arena.games.hetverraad.holdings import add_points, recount_buildings, recount_towers
from arena.games.hetverraad.rows import with_byte, with_item, without
from arena.games.hetverraad.state import State


def legal(state: State, own: list[int]) -> list[int]:
    """R-35 to R-37, R-39: a card of the hand on an own area open to its colour; two a turn."""
    table, city = state.table, state.rules.city
    hand = state.hands[table.active]
    if table.buildings_built >= city.buildings_a_turn or not hand:
        return []
    stones, black_master = table.stones[table.active], table.black_master
    legal = []
    for card in hand:
        if city.value[card] <= stones:
            open_to, base = city.open_to[city.colour[card]], build(card, 0)
            legal += [base + area for area in own if open_to[area] and area != black_master]
    return legal


def place(state: State, action: int) -> None:
    """R-35, R-39: pays the value and scores it; a building that stood there is torn down."""
    table, city = state.table, state.rules.city
    seat = table.active
    card, area = divmod(action - BUILD, 100)
    value = city.value[card]
    table.buildings_built += 1
    state.hands = with_item(state.hands, seat, without(state.hands[seat], card))
    table.stones = with_item(table.stones, seat, table.stones[seat] - value)
    tear_down(state, area)
    table.area_building = with_byte(table.area_building, area, card)
    add_points(state, seat + 1, value)
    recount_buildings(state)


def tear_down(state: State, area: int) -> None:
    """R-39, A-6, A-29: the own building on the area, if there is one, leaves the game."""
    table, options = state.table, state.rules.options
    card = table.area_building[area]
    if card:
        if options.torn_down_leaves_game:
            table.removed += bytes((card,))
        else:
            table.discard += bytes((card,))
        if options.demolition_loses_points:
            add_points(state, table.area_owner[area], -state.rules.city.value[card])


def legal_towers(state: State, own: list[int]) -> list[int]:
    """R-42, R-43, A-13: one tower a turn from the supply, never where the Black Master stands."""
    table, city, options = state.table, state.rules.city, state.rules.options
    if (
        table.towers_built >= city.towers_a_turn
        or table.stones[table.active] < city.tower_price
        or sum(table.area_tower) >= city.towers
    ):
        return []
    towers, most = table.area_tower, options.towers_per_area
    return [BUILD_TOWER + area for area in own if towers[area] < most and area != table.black_master]


def place_tower(state: State, area: int) -> None:
    """R-42: the tower is paid and stands at once."""
    table = state.table
    seat = table.active
    table.towers_built += 1
    table.stones = with_item(table.stones, seat, table.stones[seat] - state.rules.city.tower_price)
    table.area_tower = with_byte(table.area_tower, area, table.area_tower[area] + 1)
    recount_towers(state)
