"""Buying areas (action A of phase 2), and the isolation of areas, which a purchase or a conquest can cause."""

from mypy_extensions import i64

from arena.games.hetverraad.actions import BUY_AREA, add
from arena.games.hetverraad.area_sets import BIT, NOWHERE, first_in, set_of, size
from arena.games.hetverraad.state.board import areas_built, place_of_black_master
from arena.games.hetverraad.state.cells import ACTIVE, AREA_OWNER, AREAS_OF, AREAS_TOWERED, STONES
from arena.games.hetverraad.state.holdings import hand_over, knight_left, recount
from arena.games.hetverraad.state.piles import AREAS_BLOCKED, AREAS_BOUGHT
from arena.games.hetverraad.state.rows import lay
from arena.games.hetverraad.state.state import State
from arena.games.hetverraad.terms import NEUTRAL


def add_legal(legal: list[object], state: State, own: i64) -> None:
    """R-32, A-4, A-5, A-28: appends the legal purchases of areas. `own` is the set of the active seat's areas. In a
    turn, a seat may buy two neutral areas that touch its own areas. An area costs a stone for each of its dots.
    """
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
    """R-32 to R-34: the active seat pays for the area, puts a knight there, and takes the areas that the purchase
    isolates.
    """
    cells, piles = state.cells, state.piles
    seat = cells[ACTIVE]
    cells[STONES + seat] -= state.rules.city.price[area]
    lay(piles, AREAS_BOUGHT, area)
    take(state, area, seat + 1)


def take(state: State, area: i64, owner: i64) -> None:
    """R-41, R-80: gives `owner` the area it bought or conquered, and all areas that are isolated as a direct result."""
    cells, options = state.cells, state.rules.options
    before = _enclosed_beside(state, area, owner) if options.isolation_is_new else NOWHERE
    hand_over(state, area, owner)
    taken, wave = BIT[area], _enclosed_beside(state, area, owner) & ~before
    while wave:
        front = NOWHERE
        while wave:
            isolated = first_in(wave)
            wave &= wave - 1
            if knight_left(state, owner):
                hand_over(state, isolated, owner)
                front |= BIT[isolated]
        taken |= front
        while front and options.isolation_chains:
            wave |= _enclosed_beside(state, first_in(front), owner)
            front &= front - 1
    if taken & (areas_built(cells) | cells[AREAS_TOWERED]):
        recount(state)


def _enclosed_beside(state: State, area: i64, owner: i64) -> i64:
    """R-33, R-40, R-84, A-1: returns the set of isolated areas (see `_enclosed`) that touch `area` and have another
    owner than `owner`.
    """
    cells = state.cells
    held_by_others = state.rules.city.sets.borders[area] & ~(cells[AREAS_OF + NEUTRAL] | cells[AREAS_OF + owner])
    enclosed = NOWHERE
    while held_by_others:
        beside = first_in(held_by_others)
        held_by_others &= held_by_others - 1
        if _enclosed(state, beside, owner):
            enclosed |= BIT[beside]
    return enclosed


def _enclosed(state: State, area: i64, owner: i64) -> bool:
    """R-40, A-1: whether `area` is isolated, so that `owner` can take it from its present owner. It is isolated if no
    neighbouring area is neutral or belongs to the present owner. If the option `encloser_may_be_many` is False, all
    neighbouring areas must also belong to `owner`.
    """
    cells, neighbours = state.cells, state.rules.city.sets.borders[area]
    if neighbours & (cells[AREAS_OF + NEUTRAL] | cells[AREAS_OF + cells[AREA_OWNER + area]]):
        return False
    return state.rules.options.encloser_may_be_many or neighbours & ~cells[AREAS_OF + owner] == 0
