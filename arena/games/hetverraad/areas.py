"""Buying areas (phase 2, A), and isolation, which a purchase or a conquest can bring."""

from arena.games.hetverraad.actions import BUY_AREA
from arena.games.hetverraad.holdings import hand_over, knight_left, recount
from arena.games.hetverraad.rows import with_item
from arena.games.hetverraad.state import State
from arena.games.hetverraad.terms import NEUTRAL


def legal(state: State, own: list[int]) -> list[int]:
    """R-32, A-4, A-5, A-28: neutral areas beside own ones, two a turn, for their dots."""
    table, city, options = state.table, state.rules.city, state.rules.options
    stones = table.stones[table.active]
    if (
        not stones
        or len(table.areas_bought) + len(table.areas_blocked) >= city.areas_a_turn
        or not knight_left(state, table.active + 1)
    ):
        return []
    owners, price, neighbours = table.area_owner, city.price, city.neighbours
    if table.areas_bought and not options.second_area_may_border_first:
        own = [area for area in own if area not in table.areas_bought]
    shut = set(table.areas_blocked)
    if not options.may_buy_under_black_master:
        shut.add(table.black_master)
    beside = set[int]().union(*[neighbours[area] for area in own])
    legal = [
        BUY_AREA + area for area in beside if owners[area] == NEUTRAL and price[area] <= stones and area not in shut
    ]
    legal.sort()
    return legal


def purchase(state: State, area: int) -> None:
    """R-32 to R-34: the active seat pays, puts a knight there, and takes what it isolates."""
    table = state.table
    seat = table.active
    table.stones = with_item(table.stones, seat, table.stones[seat] - state.rules.city.price[area])
    table.areas_bought += bytes((area,))
    take(state, area, seat + 1)


def take(state: State, area: int, owner: int) -> None:
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
    if any(state.table.area_building[area] or state.table.area_tower[area] for area in taken):
        recount(state)


def _enclosed_beside(state: State, area: int, owner: int) -> list[int]:
    """R-33, R-40, R-84, A-1: the neighbours of `area` that hostile areas enclose, except those of `owner`."""
    return [beside for beside in state.rules.city.neighbours[area] if _enclosed(state, beside, owner)]


def _enclosed(state: State, area: int, owner: int) -> bool:
    owners = state.table.area_owner
    holder = owners[area]
    if holder in {NEUTRAL, owner}:
        return False
    many = state.rules.options.encloser_may_be_many
    for beside in state.rules.city.neighbours[area]:
        hostile = owners[beside]
        if hostile in {NEUTRAL, holder} or not (many or hostile == owner):
            return False
    return True
