"""The Black Master's attack on the area he stands on (phase 4, second part)."""

from arena.games.hetverraad.areas import take
from arena.games.hetverraad.city import City
from arena.games.hetverraad.editions import TiedBuilding
from arena.games.hetverraad.holdings import hand_over, knight_left, recount
from arena.games.hetverraad.rows import with_byte
from arena.games.hetverraad.state import State, Table
from arena.games.hetverraad.terms import BLACK_MASTER, NEUTRAL, NOBODY, OUTSIDE


def defender(state: State) -> int:
    """The owner of the area he stands on."""
    table = state.table
    return NEUTRAL if table.black_master == OUTSIDE else table.area_owner[table.black_master]


def possible(state: State) -> bool:
    """R-44, R-73, A-9, A-10: on a seat's area without tower, once a turn."""
    table, options = state.table, state.rules.options
    if table.attacks >= options.attacks:
        return False
    owner = defender(state)
    if owner in {NEUTRAL, BLACK_MASTER} or table.area_tower[table.black_master]:
        return False
    return owner != table.active + 1 or options.may_attack_own_area


def fight(state: State, *, stopped: bool) -> None:
    """R-74 to R-79: both dice are rolled and compared; the Black Master stays where he is.

    A-27: an attack that was stopped counts as made.
    """
    table = state.table
    if not stopped:
        number = table.round * table.seats + table.active
        city, chance, event = state.rules.city, state.chance, f"attack {table.attacks}"
        table.black_die = chance.pick(f"{event} black", number, range(1, city.black_sides + 1))
        table.white_die = chance.pick(f"{event} white", number, range(1, city.white_sides + 1))
        strength = table.black_die + table.black[table.active]
        defence = table.white_die + defence_bonus(table, city)
        if strength > defence:
            _conquer(state)
        elif strength == defence:
            _leave_to_nobody(state)
    table.attacks += 1
    if not possible(state):
        table.actor = NOBODY


def defence_bonus(table: Table, city: City) -> int:
    """R-75: the defender's white tokens, and its own towers with their archers on adjacent areas."""
    area = table.black_master
    owner = table.area_owner[area]
    archers = sum(table.area_tower[beside] for beside in city.neighbours[area] if table.area_owner[beside] == owner)
    return table.white[owner - 1] + archers


def _conquer(state: State) -> None:
    """R-76, R-80: a black knight stands there now; A-28: without one the area is nobody's."""
    area = state.table.black_master
    if knight_left(state, BLACK_MASTER):
        take(state, area, BLACK_MASTER)
    else:
        hand_over(state, area, NEUTRAL)
        recount(state)


def _leave_to_nobody(state: State) -> None:
    """R-78, A-8: the knight goes, and the points of a building with it."""
    table = state.table
    area = table.black_master
    hand_over(state, area, NEUTRAL)
    card = table.area_building[area]
    if card and state.rules.options.tied_building is TiedBuilding.DESTROYED:
        table.discard += bytes((card,))
        table.area_building = with_byte(table.area_building, area, 0)
    recount(state)
