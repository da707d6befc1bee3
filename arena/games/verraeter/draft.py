"""Phase 2, in which the role cards go round, and phase 4, in which they are shown."""

from typing import Final

from arena.games.verraeter import actions
from arena.games.verraeter.state import State, Table, with_byte
from arena.games.verraeter.terms import ALL_ROLES, BOTH_HOUSES, DIPLOMAT_5, NOBODY, TRAITOR

ALL_OFFERED: Final = (1 << len(ALL_ROLES)) - 1

ROLES_IN: Final = tuple(tuple(role for role in ALL_ROLES if offer >> (role - 1) & 1) for offer in range(64))
"""By offer (bit `role - 1` for each role): the roles in it, ascending."""
BIT_OF: Final = (0, *(1 << (role - 1) for role in ALL_ROLES))
"""By role: its bit in an offer."""
PICKS_FROM: Final = tuple(tuple(actions.pick(role) for role in roles) for roles in ROLES_IN)


def begin(state: State) -> None:
    """V-2.1: one role goes aside unseen, the other five to the start player."""
    table = state.table
    state.aside = state.chance.pick("aside", table.round, ALL_ROLES)
    table.actor = table.start


def offer(state: State, seat: int) -> int:
    """V-2.4: the roles passed to `seat` this round, bit `role - 1` each; 0 before they are."""
    if not state.aside:
        return 0
    offered = ALL_OFFERED - BIT_OF[state.aside]
    giver = state.table.start
    while giver != seat:
        kept = state.picks[giver]
        if not kept:
            return 0
        offered -= BIT_OF[kept]
        giver = (giver + 1) % state.table.seats
    return offered


def legal(state: State) -> tuple[int, ...]:
    """V-2.2: exactly one of the roles passed on."""
    return PICKS_FROM[offer(state, state.table.actor)]


def act(state: State, action: int) -> None:
    """V-2.2, V-2.3: the seat keeps the role face down and passes the rest; the last seat puts it aside."""
    table = state.table
    seat = table.actor
    state.picks = with_byte(state.picks, seat, action - actions.PICK)
    following = (seat + 1) % table.seats
    table.actor = NOBODY if following == table.start else following


def reveal(state: State) -> None:
    """V-4.1 to V-4.4: all roles are shown at once; the Traitor changes house, and in one case Diplomat +5."""
    table = state.table
    table.role = state.picks
    unanimous = table.house.count(table.house[0]) == table.seats
    _change_house(table, TRAITOR)
    if unanimous and state.rules.options.unanimous_diplomat_flips:
        _change_house(table, DIPLOMAT_5)


def _change_house(table: Table, role: int) -> None:
    """The seat with this role, if there is one, goes over to the other house."""
    seat = table.role.find(role)
    if seat != NOBODY:
        table.house = with_byte(table.house, seat, BOTH_HOUSES - table.house[seat])


def take_back(state: State) -> None:
    """V-11.1: all six role cards return."""
    state.table.role = state.picks = bytes(state.table.seats)
    state.aside = 0
