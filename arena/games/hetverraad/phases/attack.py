"""The Black Master's attack on the area he stands on (phase 4, second part)."""

from mypy_extensions import i64

from arena.games.cells import Cells
from arena.games.hetverraad.acts.areas import take
from arena.games.hetverraad.city import City
from arena.games.hetverraad.editions import TiedBuilding
from arena.games.hetverraad.state.board import clear
from arena.games.hetverraad.state.cells import (
    ACTIVE,
    ACTOR,
    AREA_BUILDING,
    AREA_OWNER,
    AREA_TOWER,
    ATTACKS,
    BLACK_DIE,
    BLACK_PLACE,
    BLACK_TOKENS,
    ROUND,
    SEATS,
    WHITE_DIE,
    WHITE_TOKENS,
)
from arena.games.hetverraad.state.holdings import hand_over, knight_left, recount
from arena.games.hetverraad.state.piles import DISCARD
from arena.games.hetverraad.state.rows import lay
from arena.games.hetverraad.state.state import State
from arena.games.hetverraad.terms import BLACK_MASTER, NEUTRAL, NOBODY, OUTSIDE


def defender(state: State) -> i64:
    """Returns the owner of the area on which the Black Master stands; NEUTRAL while he is outside the city."""
    cells = state.cells
    return NEUTRAL if cells[BLACK_PLACE] == OUTSIDE else cells[AREA_OWNER + cells[BLACK_PLACE]]


def possible(state: State) -> bool:
    """R-44, R-73, A-9, A-10: whether the active seat may attack. The seat must have an attack left in this turn, and
    the Black Master must be on a seat's area without a tower.
    """
    cells, options = state.cells, state.rules.options
    if cells[ATTACKS] >= options.attacks:
        return False
    owner = defender(state)
    if owner in (NEUTRAL, BLACK_MASTER) or cells[AREA_TOWER + cells[BLACK_PLACE]]:
        return False
    return owner != cells[ACTIVE] + 1 or options.may_attack_own_area


def fight(state: State, *, stopped: bool) -> None:
    """R-74 to R-79: carries out an attack: rolls both dice, and compares attack and defence. The Black Master stays on
    the area whatever the result.

    A-27: an attack that the card Protection has stopped rolls no dice, but counts as one of the turn's attacks.
    """
    cells = state.cells
    if not stopped:
        number = cells[ROUND] * cells[SEATS] + cells[ACTIVE]
        city, chance, event = state.rules.city, state.chance, f"attack {cells[ATTACKS]}"
        cells[BLACK_DIE] = chance.pick(f"{event} black", number, range(1, city.black_sides + 1))
        cells[WHITE_DIE] = chance.pick(f"{event} white", number, range(1, city.white_sides + 1))
        strength = cells[BLACK_DIE] + cells[BLACK_TOKENS + cells[ACTIVE]]
        defence = cells[WHITE_DIE] + defence_bonus(cells, city)
        if strength > defence:
            _conquer(state)
        elif strength == defence:
            _leave_to_nobody(state)
    cells[ATTACKS] += 1
    if not possible(state):
        cells[ACTOR] = NOBODY


def defence_bonus(cells: Cells, city: City) -> i64:
    """R-75: returns the number added to the defender's die: the number of its white tokens, plus the number of towers
    on its own areas next to the attacked area.
    """
    area = cells[BLACK_PLACE]
    owner = cells[AREA_OWNER + area]
    defence = cells[WHITE_TOKENS + owner - 1]
    for beside in city.neighbours[area]:
        if cells[AREA_OWNER + beside] == owner:
            defence += cells[AREA_TOWER + beside]
    return defence


def _conquer(state: State) -> None:
    """R-76, R-80, A-28: gives the attacked area to the Black Master. If he has no knight left, the area becomes
    neutral.
    """
    area = state.cells[BLACK_PLACE]
    if knight_left(state, BLACK_MASTER):
        take(state, area, BLACK_MASTER)
    else:
        hand_over(state, area, NEUTRAL)
        recount(state)


def _leave_to_nobody(state: State) -> None:
    """R-78, A-8: carries out a tied attack: the area becomes neutral, and its owner loses the points of its building.
    An option decides whether the building stays or is put on the discard pile.
    """
    cells, piles = state.cells, state.piles
    area = cells[BLACK_PLACE]
    hand_over(state, area, NEUTRAL)
    card = cells[AREA_BUILDING + area]
    if card and state.rules.options.tied_building is TiedBuilding.DESTROYED:
        lay(piles, DISCARD, card)
        clear(cells, area)
    recount(state)
