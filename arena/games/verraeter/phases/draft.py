"""Phase 2, in which the seats draft role cards, and phase 4, in which they show them."""

from typing import Final

from mypy_extensions import i64

from arena.games.cells import Cells, count, find
from arena.games.verraeter import actions
from arena.games.verraeter.state.cells import ACTOR, ASIDE, ASIDES, HOUSE, KEPT, ROLE, SEATS, START
from arena.games.verraeter.state.state import State
from arena.games.verraeter.terms import ALL_ROLES, BOTH_HOUSES, DIPLOMAT_5, NOBODY, TRAITOR

ALL_OFFERED: Final = 63

ROLES_IN: Final = tuple([tuple([role for role in ALL_ROLES if offer >> (role - 1) & 1]) for offer in range(64)])
"""The roles in each possible offer to a seat, ascending, indexed by the offer's number. Bit `role - 1` of this number
is set if the role is in the offer.
"""
PICKS_FROM: Final = [tuple([actions.pick(role) for role in roles]) for roles in ROLES_IN]


def begin(cells: Cells) -> None:
    """V-2.1: sets one role aside unseen and makes the start player the actor, who is offered the other five roles."""
    cells[ASIDE] = cells[ASIDES] % len(ALL_ROLES) + 1
    cells[ASIDES] //= len(ALL_ROLES)
    cells[ACTOR] = cells[START]


def offer(cells: Cells, seat: i64) -> i64:
    """V-2.4: returns the roles that `seat` was offered this round, as a sum of 1 << (role - 1); 0 if the draft has not
    reached the seat.
    """
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
    """Returns the bit of a role in an offer, which is 1 << (role - 1)."""
    one: i64 = 1
    return one << (role - 1)


def legal(state: State) -> tuple[int, ...]:
    """V-2.2: returns the legal choices: to keep exactly one of the roles offered to the seat."""
    cells = state.cells
    return PICKS_FROM[offer(cells, cells[ACTOR])]


def act(cells: Cells, action: i64) -> None:
    """V-2.2, V-2.3: the seat keeps the chosen role face down and passes the other roles on. The choice of the last seat
    ends the draft.
    """
    seat = cells[ACTOR]
    cells[KEPT + seat] = action - actions.PICK
    following = (seat + 1) % cells[SEATS]
    cells[ACTOR] = NOBODY if following == cells[START] else following


def reveal(state: State) -> None:
    """V-4.1 to V-4.4: shows all roles at once. The Traitor changes house. In one edition Diplomat +5 changes house too,
    if all seats began the round in one house.
    """
    cells = state.cells
    seats = cells[SEATS]
    for seat in range(seats):
        cells[ROLE + seat] = cells[KEPT + seat]
    unanimous = count(cells, HOUSE, seats, cells[HOUSE]) == seats
    _change_house(cells, TRAITOR)
    if unanimous and state.rules.options.unanimous_diplomat_flips:
        _change_house(cells, DIPLOMAT_5)


def _change_house(cells: Cells, role: i64) -> None:
    """Moves the seat with this role, if there is one, to the other house."""
    seat = find(cells, ROLE, cells[SEATS], role)
    if seat != NOBODY:
        cells[HOUSE + seat] = BOTH_HOUSES - cells[HOUSE + seat]


def take_back(cells: Cells) -> None:
    """V-11.1: collects all six role cards, so that no seat has a role and none is set aside."""
    for seat in range(cells[SEATS]):
        cells[ROLE + seat] = cells[KEPT + seat] = 0
    cells[ASIDE] = 0
