"""The points, areas, grand powers and income cubes of seats and of the Black Master."""

from typing import Final

from mypy_extensions import i64

from arena.games.cells import Cells, blank
from arena.games.hetverraad.area_sets import first_in, size
from arena.games.hetverraad.editions import PayingBuilding
from arena.games.hetverraad.state.board import give
from arena.games.hetverraad.state.cells import (
    ACTIVE,
    AREA_BUILDING,
    AREA_OWNER,
    AREA_TOWER,
    AREAS_BUILT,
    AREAS_OF,
    AREAS_TOWERED,
    BLACK_SCORE,
    BLACK_TOKENS,
    ENDING,
    GRAND_POWER,
    INCOME_CUBE,
    RED,
    SCORE,
    SEATS,
    WHITE_TOKENS,
)
from arena.games.hetverraad.state.state import State
from arena.games.hetverraad.terms import (
    BLACK_MASTER,
    BROWN_POWER,
    CUBES,
    DARK_POWER,
    GOOD_POWER,
    NEUTRAL,
    OWNERS,
    TOWER_POWER,
)

VALUE_FIRST: Final = 16
"""A factor larger than any area bonus, so that `VALUE_FIRST * value + bonus` orders buildings by value first and then
by bonus.
"""


def add_points(state: State, owner: i64, points: i64) -> None:
    """R-63: adds `points`, which may be negative, to the score of the owner; does nothing for NEUTRAL."""
    cells = state.cells
    if owner == BLACK_MASTER:
        cells[BLACK_SCORE] += points
    elif owner != NEUTRAL:
        cells[SCORE + owner - 1] += points


def judge(state: State, before: i64) -> None:
    """R-58, R-85, A-16, A-23, A-39: updates the flags ENDING and RED from the scores after an action.

    `before`: the score of the active seat just before the action.
    """
    cells, rules = state.cells, state.rules
    end: i64 = rules.city.end_score[cells[SEATS]]
    for seat in range(cells[SEATS]):
        if cells[SCORE + seat] >= end:
            cells[ENDING] = 1
    if cells[BLACK_SCORE] >= end and rules.options.black_score_ends:
        cells[ENDING] = 1
    score = cells[SCORE + cells[ACTIVE]]
    gained = score - before
    if gained:
        reached = gained > 0 and score in rules.city.red_squares
        cells[RED] = int(reached or (cells[RED] == 1 and not rules.options.red_square_at_end))


def knight_left(state: State, owner: i64) -> bool:
    """A-28: whether `owner` has a knight left for one more area. The result is always True if the options do not limit
    knights.
    """
    city = state.rules.city
    knights = city.black_knights if owner == BLACK_MASTER else city.knights
    return not state.rules.options.knights_limited or size(state.cells[AREAS_OF + owner]) < knights


def hand_over(state: State, area: i64, owner: i64) -> None:
    """R-34, R-45: gives the area to `owner`, which may be NEUTRAL. Building and towers stay on the area. The points of
    the building go from the old owner to the new one.
    """
    cells = state.cells
    former = cells[AREA_OWNER + area]
    give(cells, area, owner)
    card = cells[AREA_BUILDING + area]
    if card:
        value = state.rules.city.value[card]
        add_points(state, former, -value)
        add_points(state, owner, value)


def recount(state: State) -> None:
    """R-38, R-60 to R-64: recomputes all grand powers and income cubes from the present possessions of each owner."""
    for colour in range(1, CUBES + 1):
        recount_colour(state, colour)
    recount_tokens(state)
    recount_towers(state)


def recount_colour(state: State, colour: i64) -> None:
    """R-38, R-60, R-61: recomputes the grand power and the income cubes of one colour. This is enough if only buildings
    of the colour have changed.
    """
    cells, held = state.cells, blank(OWNERS)
    built = cells[AREAS_BUILT + colour - 1]
    for owner in range(1, OWNERS):
        held[owner] = size(cells[AREAS_OF + owner] & built)
    _award(state, BROWN_POWER + colour - 1, held)
    for seat in range(cells[SEATS]):
        buildings = cells[AREAS_OF + seat + 1] & built
        cells[INCOME_CUBE + CUBES * seat + colour - 1] = _income(state, seat, colour, buildings) if buildings else 0


def _income(state: State, seat: i64, colour: i64, buildings: i64) -> i64:
    """R-22, R-23, A-21, A-22: returns the stones that one colour brings the seat as income. Only one building pays, and
    the colour's grand power may add a bonus.

    `buildings`: the set of the seat's areas with a building of the colour; not empty.
    """
    cells, city, options = state.cells, state.rules.city, state.rules.options
    by_value = options.paying_building is PayingBuilding.MOST_VALUE
    weight: i64 = VALUE_FIRST if by_value else 1
    values, bonuses = city.value, city.bonus
    best: i64 = 0
    while buildings:
        area = first_in(buildings)
        buildings &= buildings - 1
        stones = weight * values[cells[AREA_BUILDING + area]] + bonuses[area]
        best = max(best, stones)
    if by_value:
        best = best // VALUE_FIRST + best % VALUE_FIRST
    if cells[GRAND_POWER + colour - 1] == seat + 1 and options.grand_power_pays:
        best += city.power_bonus[colour - 1]
    return best


def recount_tokens(state: State) -> None:
    """R-60, R-61: recomputes the grand powers of the white and the black tokens. This is enough if only tokens have
    changed.
    """
    cells, held = state.cells, blank(OWNERS)
    for seat in range(cells[SEATS]):
        held[seat + 1] = cells[WHITE_TOKENS + seat]
    _award(state, GOOD_POWER, held)
    for seat in range(cells[SEATS]):
        held[seat + 1] = cells[BLACK_TOKENS + seat]
    _award(state, DARK_POWER, held)


def recount_towers(state: State) -> None:
    """R-60, R-61: recomputes the grand power of the towers. This is enough if only towers have changed."""
    cells, held = state.cells, blank(OWNERS)
    towered = cells[AREAS_TOWERED]
    while towered:
        area = first_in(towered)
        towered &= towered - 1
        held[cells[AREA_OWNER + area]] += cells[AREA_TOWER + area]
    _award(state, TOWER_POWER, held)


def _award(state: State, power: i64, held: Cells) -> None:
    """R-61 to R-63, A-20: gives the grand power and its points to the owner with the most in `held`.

    Nobody gets it if the most is less than `power_least`. If several owners have the most, it stays with its
    holder, provided that the holder is one of them and the options allow this. Else nobody gets it.

    `held`: the number of buildings, tokens or towers that count for this grand power, indexed by owner.
    """
    cells, city = state.cells, state.rules.city
    holder = cells[GRAND_POWER + power]
    most: i64 = 0
    leader: i64 = NEUTRAL
    leaders: i64 = 0
    for owner in range(OWNERS):
        has = held[owner]
        if has > most:
            most, leader, leaders = has, owner, 1
        elif has == most:
            leaders += 1
    taker: i64 = NEUTRAL
    if most >= city.power_least:
        if leaders == 1:
            taker = leader
        elif held[holder] == most and state.rules.options.tied_holder_keeps:
            taker = holder
    if taker != holder:
        cells[GRAND_POWER + power] = taker
        add_points(state, holder, -city.power_points[power])
        add_points(state, taker, city.power_points[power])
