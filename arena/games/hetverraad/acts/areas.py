"""Buying areas (phase 2, A), and isolation, which a purchase or a conquest can bring."""

from mypy_extensions import i64

from arena.games.hetverraad.actions import BUY_AREA, add
from arena.games.hetverraad.area_sets import set_of, size
from arena.games.hetverraad.state.cells import ACTIVE, AREA_BUILDING, AREA_OWNER, AREA_TOWER, AREAS_OF, STONES
from arena.games.hetverraad.state.holdings import hand_over, knight_left, recount
from arena.games.hetverraad.state.owners import place_of_black_master
from arena.games.hetverraad.state.piles import AREAS_BLOCKED, AREAS_BOUGHT
from arena.games.hetverraad.state.rows import SINGLE
from arena.games.hetverraad.state.state import State
from arena.games.hetverraad.terms import NEUTRAL


def add_legal(legal: list[object], state: State, own: i64) -> None:
    """R-32, A-4, A-5, A-28: neutral areas beside own ones, two a turn, for their dots."""
    cells, city, options = state.cells, state.rules.city, state.rules.options
    bought, blocked = state.piles[AREAS_BOUGHT], state.piles[AREAS_BLOCKED]
    if len(bought) + len(blocked) >= city.areas_a_turn or (options.knights_limited and size(own) >= city.knights):
        return
    if bought and not options.second_area_may_border_first:
        own &= ~set_of(bought)
    sets = city.sets
    for_sale = sets.beside(own) & cells[AREAS_OF + NEUTRAL] & sets.for_stones(cells[STONES + cells[ACTIVE]])
    if blocked:
        for_sale &= ~set_of(blocked)
    if not options.may_buy_under_black_master:
        for_sale &= ~place_of_black_master(cells)
    add(legal, BUY_AREA, for_sale)


def purchase(state: State, area: i64) -> None:
    """R-32 to R-34: the active seat pays, puts a knight there, and takes what it isolates."""
    cells, piles = state.cells, state.piles
    seat = cells[ACTIVE]
    cells[STONES + seat] -= state.rules.city.price[area]
    piles[AREAS_BOUGHT] += SINGLE[area]
    take(state, area, seat + 1)


def take(state: State, area: i64, owner: i64) -> None:
    """R-41, R-80: `owner` buys or conquers the area, and takes those that are isolated as a direct result."""
    before = _enclosed_beside(state, area, owner) if state.rules.options.isolation_is_new else []
    taken = [area]
    hand_over(state, area, owner)
    wave = [beside for beside in _enclosed_beside(state, area, owner) if beside not in before]
    while wave:
        front = []
        for isolated in wave:
            if knight_left(state, owner):
                hand_over(state, isolated, owner)
                front.append(isolated)
        taken += front
        wave = []
        if state.rules.options.isolation_chains:
            wave = sorted({further for area in front for further in _enclosed_beside(state, area, owner)})
    cells = state.cells
    for won in taken:
        if cells[AREA_BUILDING + won] or cells[AREA_TOWER + won]:
            recount(state)
            break


def _enclosed_beside(state: State, area: i64, owner: i64) -> list[i64]:
    """R-33, R-40, R-84, A-1: the neighbours of `area` that hostile areas enclose, except those of `owner`."""
    return [beside for beside in state.rules.city.neighbours[area] if _enclosed(state, beside, owner)]


def _enclosed(state: State, area: i64, owner: i64) -> bool:
    cells = state.cells
    holder = cells[AREA_OWNER + area]
    if holder in (NEUTRAL, owner):
        return False
    neighbours = state.rules.city.sets.borders[area]
    if neighbours & (cells[AREAS_OF + NEUTRAL] | cells[AREAS_OF + holder]):
        return False
    return state.rules.options.encloser_may_be_many or neighbours & ~cells[AREAS_OF + owner] == 0
