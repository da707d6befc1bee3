"""Draws random complete states that agree with the view of a seat.

A seat with a memory could know more than its view contains: which cards became the draw pile at a reshuffle (V-10.6),
and which starting cards another seat still has if all seats began with the same cards (V-0.7). A random state need not
agree with this knowledge.
"""

from typing import Final

from mypy_extensions import i64

from arena.games.cells import Cells, blank
from arena.games.chance import SEED_BYTES, Chance, Event
from arena.games.contract import Rng
from arena.games.verraeter.editions import OpeningHand
from arena.games.verraeter.phases.draft import ALL_OFFERED, ROLES_IN
from arena.games.verraeter.phases.setup import OPENING, ORDERS_OF_ASIDES, deck
from arena.games.verraeter.phases.supply import pile_up, take
from arena.games.verraeter.state.cards import FULL_DECK, SIZE, cards_of
from arena.games.verraeter.state.cells import (
    ACTOR,
    ALL_CELLS,
    ASIDE,
    ASIDES,
    DISCARD,
    HAND,
    HAND_SIZE,
    KEPT,
    OPEN_CELLS,
    PHASE,
    PILE_SIZE,
    PLAYED,
    ROLE,
    ROUND,
    SEATS,
    START,
)
from arena.games.verraeter.state.state import State, View
from arena.games.verraeter.terms import ALL_ROLES, DRAFT, NOBODY, SETUP, SUPPLY

FIXED: Final = OpeningHand.FIXED


def sample(view: View, rng: Rng) -> State:
    """Returns a random state in which the seat would see exactly `view`.

    Hands, piles and roles that the seat cannot know are drawn at random, with a seed from `rng`.
    """
    cells = blank(ALL_CELLS)
    for cell in range(OPEN_CELLS):
        cells[cell] = view.cells[cell]
    chance = Chance(rng.getrandbits(8 * SEED_BYTES).to_bytes(SEED_BYTES, "big"))
    event = chance.event("sample", 0)
    _sample_supply(cells, view, event)
    _sample_roles(cells, view, event)
    cells[ASIDES] = event.below(ORDERS_OF_ASIDES)
    return State(view.rules, chance, cells)


def _sample_supply(cells: Cells, view: View, event: Event) -> None:
    seats, phase = cells[SEATS], cells[PHASE]
    options, own = view.rules.options, view.seat
    if phase == SETUP and cells[ACTOR] != NOBODY:
        pile_up(cells, deck(options, seats, event))
        return
    # V-0.7: if all began with the same cards, all hands are known until cards are put away or drawn.
    untouched = not cells[DISCARD] and cells[PILE_SIZE] == SIZE[FULL_DECK] - seats * SIZE[OPENING]
    all_known = options.opening_hand is FIXED and cells[ROUND] == 1 and untouched
    unseen: i64 = FULL_DECK - cells[DISCARD]
    for seat in range(seats):
        if seat == own:
            cells[HAND + seat] = view.hand
        elif all_known:
            cells[HAND + seat] = OPENING - cells[PLAYED + seat]
        unseen -= cells[HAND + seat] + cells[PLAYED + seat]
    pile_up(cells, event.shuffled(cards_of(unseen)))
    if not all_known:
        for seat in range(seats):
            if seat != own:
                cells[HAND + seat] = take(cells, cells[HAND_SIZE + seat])


def _sample_roles(cells: Cells, view: View, event: Event) -> None:
    """Draws the roles that the viewing seat does not know. One of the roles that it was not offered is set aside, and
    the rest of them go to the seats before it. The roles that it passed on go to the seats after it.
    """
    seats, start, phase = cells[SEATS], cells[START], cells[PHASE]
    if phase not in (DRAFT, SUPPLY):
        for seat in range(seats):
            cells[KEPT + seat] = cells[ROLE + seat]
        cells[ASIDE] = view.aside
        return
    if not view.offered:
        kept = event.shuffled(ALL_ROLES)
        cells[ASIDE] = kept.pop()
    else:
        kept = event.shuffled(ROLES_IN[ALL_OFFERED - view.offered])
        cells[ASIDE] = kept.pop()
        kept.append(view.pick)
        kept += event.shuffled([role for role in ROLES_IN[view.offered] if role != view.pick])
    drafting = phase == DRAFT and cells[ACTOR] != NOBODY
    picked = (cells[ACTOR] - start) % seats if drafting else seats
    for step in range(picked):
        cells[KEPT + (start + step) % seats] = kept[step]
