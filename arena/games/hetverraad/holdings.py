"""What owners hold: points, areas with all that stands on them, grand powers, and the income cubes."""

from typing import Final

from arena.games.hetverraad.editions import Options, PayingBuilding
from arena.games.hetverraad.rows import with_byte, with_item
from arena.games.hetverraad.state import State, Table
from arena.games.hetverraad.terms import (
    BLACK_MASTER,
    CUBES,
    DARK_POWER,
    GOOD_POWER,
    NEUTRAL,
    OWNERS,
    TOWER_POWER,
)

VALUE_FIRST: Final = 16
"""More than any area bonus: ranks buildings by value, and by bonus among equals."""


def add_points(state: State, owner: int, points: int) -> None:
    """R-63: the marker moves at once, for a gain and for a loss."""
    table = state.table
    if owner == BLACK_MASTER:
        table.black_score += points
    elif owner != NEUTRAL and points:
        table.score = with_item(table.score, owner - 1, table.score[owner - 1] + points)


def judge(state: State, before: Table) -> None:
    """R-58, R-85, A-16, A-23: what the points of an action bring, judged by where it leaves the markers (A-39)."""
    table, rules = state.table, state.rules
    end = rules.city.end_score[table.seats]
    if max(table.score) >= end or (table.black_score >= end and rules.options.black_score_ends):
        table.ending = 1
    score, gained = table.score[table.active], table.score[table.active] - before.score[table.active]
    if gained:
        reached = gained > 0 and score in rules.city.red_squares
        table.red = int(reached or (table.red and not rules.options.red_square_at_end))


def knight_left(state: State, owner: int) -> bool:
    """A-28: whether `owner` can put a knight on one more area."""
    city = state.rules.city
    knights = city.black_knights if owner == BLACK_MASTER else city.knights
    return not state.rules.options.knights_limited or state.table.area_owner.count(owner) < knights


def hand_over(state: State, area: int, owner: int) -> None:
    """R-34, R-45: the area goes to `owner` (or to nobody) with building and towers, and the points with it."""
    table = state.table
    former = table.area_owner[area]
    table.area_owner = with_byte(table.area_owner, area, owner)
    card = table.area_building[area]
    if card:
        value = state.rules.city.value[card]
        add_points(state, former, -value)
        add_points(state, owner, value)


def remove_tower(state: State, area: int) -> None:
    """R-46: one tower of the area returns to the supply."""
    table = state.table
    table.area_tower = with_byte(table.area_tower, area, table.area_tower[area] - 1)


def recount(state: State) -> None:
    """R-38, R-60 to R-64: grand powers and income cubes follow what everybody holds now."""
    recount_buildings(state)
    recount_tokens(state)
    recount_towers(state)


def recount_buildings(state: State) -> None:
    """R-38, R-60, R-61: the grand powers of the colours and the cubes, where nothing else has changed."""
    table, city, options = state.table, state.rules.city, state.rules.options
    by_value = options.paying_building is PayingBuilding.MOST_VALUE
    weight = VALUE_FIRST if by_value else 1
    owners, colours, values, bonuses = table.area_owner, city.colour, city.value, city.bonus
    counts = [[0] * OWNERS for _ in range(CUBES)]
    best = [0] * (CUBES * OWNERS)
    for area, card in enumerate(table.area_building):
        if card:
            owner = owners[area]
            if owner:
                colour = colours[card] - 1
                counts[colour][owner] += 1
                rank = weight * values[card] + bonuses[area]
                cube = CUBES * owner + colour
                best[cube] = max(best[cube], rank)
    for colour, count in enumerate(counts):
        _award(state, colour, count)

    powers = table.grand_power
    income = bytearray(CUBES * table.seats)
    for cube, rank in enumerate(best[CUBES : CUBES + len(income)]):
        if rank:
            seat, colour = divmod(cube, CUBES)
            holds = powers[colour] == seat + 1 and options.grand_power_pays
            stones = sum(divmod(rank, VALUE_FIRST)) if by_value else rank
            income[cube] = stones + (city.power_bonus[colour] if holds else 0)
    table.income = bytes(income)


def recount_tokens(state: State) -> None:
    """R-60, R-61: the grand powers of the tokens, where nothing else has changed."""
    table = state.table
    _award(state, GOOD_POWER, [0, *table.white, 0, 0])
    _award(state, DARK_POWER, [0, *table.black, 0, 0])


def recount_towers(state: State) -> None:
    """R-60, R-61: the grand power of the towers, where nothing else has changed."""
    table = state.table
    counts = [0] * OWNERS
    for area, towers in enumerate(table.area_tower):
        if towers:
            counts[table.area_owner[area]] += towers
    _award(state, TOWER_POWER, counts)


def _award(state: State, power: int, counts: list[int]) -> None:
    """R-61, R-63: gives the grand power to who has most; `counts` is by owner."""
    table, city = state.table, state.rules.city
    holder = table.grand_power[power]
    taker = _holder(counts, holder, state.rules.options) if max(counts) >= city.power_least else NEUTRAL
    if taker != holder:
        table.grand_power = with_byte(table.grand_power, power, taker)
        add_points(state, holder, -city.power_points[power])
        add_points(state, taker, city.power_points[power])


def _holder(counts: list[int], holder: int, options: Options) -> int:
    """R-62, A-20: who has most now."""
    most = max(counts)
    if counts.count(most) == 1:
        return counts.index(most)
    return holder if counts[holder] == most and options.tied_holder_keeps else NEUTRAL
