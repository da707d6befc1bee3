"""Phase 2, in which the role cards go round, and phase 4, in which they are shown."""

from typing import Final

from arena.games.verraeter import actions
from arena.games.verraeter.state import State, with_byte
from arena.games.verraeter.terms import ALL_ROLES, BOTH_HOUSES, DIPLOMAT_5, NOBODY, TRAITOR

ALL_OFFERED: Final = (1 << len(ALL_ROLES)) - 1

ROLES_IN: Final = tuple(tuple(role for role in ALL_ROLES if offer >> (role - 1) & 1) for offer in range(64))
"""By offer (bit `role - 1` for each role): the roles in it, ascending."""
PICKS_FROM: Final = tuple(tuple(actions.pick(role) for role in roles) for roles in ROLES_IN)


def begin(state: State) -> None:
    """V-2.1: one role goes aside unseen, the other five to the start player."""
    table = state.table
    state.aside = state.chance.pick("aside", table.round, ALL_ROLES)
    state.offered = with_byte(state.offered, table.start, ALL_OFFERED & ~_bit(state.aside))
    table.actor = table.start


def legal(state: State) -> tuple[int, ...]:
    """V-2.2: exactly one of the roles passed on."""
    return PICKS_FROM[state.offered[state.table.actor]]


def act(state: State, action: int) -> None:
    """V-2.2, V-2.3: the seat keeps the role face down and passes the rest; the last seat puts it aside."""
    table = state.table
    seat, role = table.actor, action - actions.PICK
    state.picks = with_byte(state.picks, seat, role)
    following = (seat + 1) % table.seats
    if following == table.start:
        table.actor = NOBODY
    else:
        state.offered = with_byte(state.offered, following, state.offered[seat] & ~_bit(role))
        table.actor = following


def reveal(state: State) -> None:
    """V-4.1 to V-4.4: all roles are shown at once; the Traitor changes house, and in one case Diplomat +5."""
    table = state.table
    table.role = state.picks
    unanimous = len(set(table.house)) == 1
    turncoats = {TRAITOR}
    if unanimous and state.rules.options.unanimous_diplomat_flips:
        turncoats.add(DIPLOMAT_5)
    table.house = bytes(
        BOTH_HOUSES - house if role in turncoats else house for house, role in zip(table.house, table.role, strict=True)
    )


def take_back(state: State) -> None:
    """V-11.1: all six role cards return."""
    seats = state.table.seats
    state.table.role = state.picks = state.offered = bytes(seats)
    state.aside = 0


def _bit(role: int) -> int:
    return 1 << (role - 1)
