"""Phase 10, in which seats draw supply cards. The phase is a list of draws. The edition decides what happens if a draw
would exceed the hand limit: the seat may discard cards first, must discard cards afterwards, or draws fewer cards.
"""

from typing import Final

from mypy_extensions import i64

from arena.games.cells import Cells, blank, find
from arena.games.verraeter.editions import Options, Surplus
from arena.games.verraeter.phases.supply import discard, draw
from arena.games.verraeter.state.cards import subsets
from arena.games.verraeter.state.cells import (
    ACTOR,
    BUILDING,
    BUILDING_SEAT,
    DRAWS_DONE,
    HAND,
    HAND_SIZE,
    HOUSE,
    OWNER,
    ROLE,
    SEATS,
    START,
)
from arena.games.verraeter.state.state import State
from arena.games.verraeter.terms import DIPLOMAT_2, ESTATE, FARMER, NOBODY, PLACES

FARMER_CARDS: Final = 3
DIPLOMAT_CARDS: Final = 1
MOST_PAIRS: Final = 12
"""The number of cells in the result of `draws`. There is room for five draws and the end mark, two cells each. Up to
four draws belong to the seats; the fifth is the extra draw of Diplomat +2 (V-10.4).
"""

DISCARD_BEFORE: Final = Surplus.DISCARD_BEFORE
DRAW_TO_LIMIT: Final = Surplus.DRAW_TO_LIMIT
DISCARD_AFTER: Final = Surplus.DISCARD_AFTER


def draws(cells: Cells, options: Options) -> Cells:
    """V-10.1 to V-10.5: returns the draws of phase 10 in order. Each draw is two cells: a seat, and the number of cards
    that it may draw.

    Seats that may draw nothing are left out. A draw of 0 cards marks the end of the list.
    """
    seats, start = cells[SEATS], cells[START]
    cards = active_estates(cells)
    farmer, diplomat = find(cells, ROLE, seats, FARMER), find(cells, ROLE, seats, DIPLOMAT_2)
    if diplomat != NOBODY and not options.diplomat_draws_last:
        cards[diplomat] += DIPLOMAT_CARDS
    cap = options.draw_cap
    pairs = blank(MOST_PAIRS)
    end: i64 = 0
    if farmer != NOBODY:
        end = _add(pairs, end, farmer, FARMER_CARDS)
    for step in range(seats):
        seat = (start + step) % seats
        due = cards[seat]
        if cap is not None and due > cap:
            due = cap
        if due and seat != farmer:
            end = _add(pairs, end, seat, due)
    if diplomat != NOBODY and options.diplomat_draws_last:
        _add(pairs, end, diplomat, DIPLOMAT_CARDS)
    return pairs


def _add(pairs: Cells, end: i64, seat: i64, cards: i64) -> i64:
    pairs[end] = seat
    pairs[end + 1] = cards
    return end + 2


def active_estates(cells: Cells) -> Cells:
    """V-10.2: returns the number of each seat's estates under landscapes of its own house, by seat. Each such estate
    lets its owner draw a card.
    """
    estates = blank(cells[SEATS])
    for place in range(PLACES):
        if cells[BUILDING + place] == ESTATE:
            seat = cells[BUILDING_SEAT + place]
            if cells[OWNER + place] == cells[HOUSE + seat]:
                estates[seat] += 1
    return estates


def begin(state: State) -> None:
    """Begins phase 10 and carries out its draws up to the first one that needs a choice."""
    state.cells[DRAWS_DONE] = 0
    _run(state)


def legal(state: State) -> tuple[int, ...]:
    """V-10.8, V-10.9, V-10.11: returns the legal choices of cards to discard. The surplus is the number of cards by
    which the actor's hand would exceed the hand limit after a full draw. An actor that has not drawn yet may discard
    from zero cards up to the surplus. An actor that has already drawn must discard exactly the surplus.
    """
    cells, options = state.cells, state.rules.options
    actor = cells[ACTOR]
    surplus = cells[HAND_SIZE + actor] + entitlement(cells, options) - options.hand_limit
    least = surplus if options.surplus is DISCARD_AFTER else 0
    return subsets(cells[HAND + actor], least, surplus)


def act(state: State, action: i64) -> None:
    """V-10.9, V-10.11, V-10.12: discards the chosen cards, draws the cards that the actor may still draw, and continues
    with the next draw.
    """
    cells, options = state.cells, state.rules.options
    actor, due = cells[ACTOR], entitlement(cells, options)
    discard(cells, actor, action)
    room = options.hand_limit - cells[HAND_SIZE + actor]
    draw(state, actor, min(due, room))
    cells[DRAWS_DONE] += 1
    _run(state)


def entitlement(cells: Cells, options: Options) -> int:
    """Returns the number of cards that the actor may still take in the present draw; 0 if no seat is the actor.

    In editions in which a seat discards after its draw, it is always 0: the actor has already drawn.
    """
    if options.surplus is DISCARD_AFTER or cells[ACTOR] == NOBODY:
        return 0
    return draws(cells, options)[2 * cells[DRAWS_DONE] + 1]


def _run(state: State) -> None:
    """V-10.8 to V-10.11: carries out draws until a seat has to choose cards to discard, or until all draws are done."""
    cells, options = state.cells, state.rules.options
    pairs = draws(cells, options)
    while cards := pairs[2 * cells[DRAWS_DONE] + 1]:
        seat = pairs[2 * cells[DRAWS_DONE]]
        room = options.hand_limit - cells[HAND_SIZE + seat]
        if options.surplus is DISCARD_BEFORE and cards > room:
            cells[ACTOR] = seat
            return
        if options.surplus is DRAW_TO_LIMIT and cards > room:
            cards = room
        draw(state, seat, cards)
        if cells[HAND_SIZE + seat] > options.hand_limit:
            cells[ACTOR] = seat
            return
        cells[DRAWS_DONE] += 1
    cells[ACTOR] = NOBODY
