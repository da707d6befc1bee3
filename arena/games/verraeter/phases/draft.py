"""Phase 2, in which the seats pass the role cards on, and phase 4, in which they show them."""

from typing import Final

from mypy_extensions import i64

from arena.games.cells import Cells, count, find
from arena.games.verraeter import actions
from arena.games.verraeter.state.cells import ACTOR, ASIDE, ASIDES, HOUSE, KEPT, ROLE, SEATS, START
from arena.games.verraeter.state.state import State
from arena.games.verraeter.terms import ALL_ROLES, BOTH_HOUSES, DIPLOMAT_5, NOBODY, TRAITOR

ALL_OFFERED: Final = 63

ROLES_IN: Final = tuple([tuple([role for role in ALL_ROLES if offer >> (role - 1) & 1]) for offer in range(64)])
"""By offer (bit `role - 1` for each role): the roles in it, ascending."""
PICKS_FROM: Final = [tuple([actions.pick(role) for role in roles]) for roles in ROLES_IN]


def begin(cells: Cells) -> None:
    """V-2.1: puts one role aside unseen, and passes the other five to the start player."""
    cells[ASIDE] = cells[ASIDES] % len(ALL_ROLES) + 1
    cells[ASIDES] //= len(ALL_ROLES)
    cells[ACTOR] = cells[START]


def offer(cells: Cells, seat: i64) -> i64:
    """V-2.4: the roles passed to `seat` this round, as a set of bits `role - 1`; 0 before they are passed."""
    if not cells[ASIDE]:
        return 0
    offered = ALL_OFFERED - _bit(cells[ASIDE])
    giver = cells[START]
    while giver != seat:
        kept = cells[KEPT + giver]
        if not kept:
            return 0
        offered -= _bit(kept)
        giver = (giver + 1) % cells[SEATS]
    return offered


def _bit(role: i64) -> i64:
    """The bit of a role in an offer."""
    one: i64 = 1
    return one << (role - 1)


def legal(state: State) -> tuple[int, ...]:
    """V-2.2: the seat must pick exactly one of the roles passed to it."""
    cells = state.cells
    return PICKS_FROM[offer(cells, cells[ACTOR])]


def act(cells: Cells, action: i64) -> None:
    """V-2.2, V-2.3: the seat keeps the role face down and passes the rest; the last seat puts it aside."""
    seat = cells[ACTOR]
    cells[KEPT + seat] = action - actions.PICK
    following = (seat + 1) % cells[SEATS]
    cells[ACTOR] = NOBODY if following == cells[START] else following


def reveal(state: State) -> None:
    """V-4.1 to V-4.4: all roles are shown at once; the Traitor changes house, and in one case Diplomat +5."""
    cells = state.cells
    seats = cells[SEATS]
    for seat in range(seats):
        cells[ROLE + seat] = cells[KEPT + seat]
    unanimous = count(cells, HOUSE, seats, cells[HOUSE]) == seats
    _change_house(cells, TRAITOR)
    if unanimous and state.rules.options.unanimous_diplomat_flips:
        _change_house(cells, DIPLOMAT_5)


def _change_house(cells: Cells, role: i64) -> None:
    """The seat with this role, if there is one, goes over to the other house."""
    seat = find(cells, ROLE, cells[SEATS], role)
    if seat != NOBODY:
        cells[HOUSE + seat] = BOTH_HOUSES - cells[HOUSE + seat]


def take_back(cells: Cells) -> None:
    """V-11.1: takes all six role cards back."""
    for seat in range(cells[SEATS]):
        cells[ROLE + seat] = cells[KEPT + seat] = 0
    cells[ASIDE] = 0
