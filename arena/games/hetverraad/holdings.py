"""What owners hold: points, areas with all that stands on them, grand powers, and the income cubes."""

from typing import Final

from arena.games.hetverraad.editions import Options, PayingBuilding
from arena.games.hetverraad.rows import with_byte, with_item
from arena.games.hetverraad.state import State
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
    """R-63: the marker moves at once, for a gain and for a loss; A-16, R-85: the end score brings the last round."""
    table, rules = state.table, state.rules
    end = rules.city.end_score[table.seats]
    if owner == BLACK_MASTER:
        table.black_score += points
        if table.black_score >= end and rules.options.black_score_ends:
            table.ending = 1
    elif owner != NEUTRAL and points:
        seat = owner - 1
        score = table.score[seat] + points
        table.score = with_item(table.score, seat, score)
        if score >= end:
            table.ending = 1
        if seat == table.active:
            reached = points > 0 and score in rules.city.red_squares
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
    table, city, options = state.table, state.rules.city, state.rules.options
    by_value = options.paying_building is PayingBuilding.MOST_VALUE
    weight = VALUE_FIRST if by_value else 1
    owners = table.area_owner
    counts = [[0] * OWNERS for _ in range(DARK_POWER + 1)]
    best = [0] * (CUBES * OWNERS)
    for area, card in enumerate(table.area_building):
        if card and owners[area]:
            owner, colour = owners[area], city.colour[card] - 1
            counts[colour][owner] += 1
            rank = weight * city.value[card] + city.bonus[area]
            cube = CUBES * owner + colour
            best[cube] = max(best[cube], rank)
    _award(state, counts)

    powers = table.grand_power
    income = bytearray(CUBES * table.seats)
    for cube in range(len(income)):
        rank = best[CUBES + cube]
        if rank:
            seat, colour = divmod(cube, CUBES)
            holds = powers[colour] == seat + 1 and options.grand_power_pays
            stones = sum(divmod(rank, VALUE_FIRST)) if by_value else rank
            income[cube] = stones + (city.power_bonus[colour] if holds else 0)
    table.income = bytes(income)


def _award(state: State, counts: list[list[int]]) -> None:
    """R-61, R-63: gives each grand power to who has most; `counts` has the buildings by colour and owner so far."""
    table, city = state.table, state.rules.city
    for area, towers in enumerate(table.area_tower):
        if towers:
            counts[TOWER_POWER][table.area_owner[area]] += towers
    for seat in range(table.seats):
        counts[GOOD_POWER][seat + 1] = table.white[seat]
        counts[DARK_POWER][seat + 1] = table.black[seat]
    for power, count in enumerate(counts):
        holder = table.grand_power[power]
        taker = _holder(count, holder, state.rules.options) if max(count) >= city.power_least else NEUTRAL
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
