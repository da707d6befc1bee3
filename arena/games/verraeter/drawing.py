"""Phase 10, in which supply cards are drawn: a list of draws, with a choice where a hand is full."""

from arena.games.verraeter.cards import SIZE, subsets
from arena.games.verraeter.editions import Options, Surplus
from arena.games.verraeter.state import State, Table
from arena.games.verraeter.supply import discard, draw
from arena.games.verraeter.terms import DIPLOMAT_2, ESTATE, FARMER, NOBODY, PLACES

FARMER_CARDS = 3
DIPLOMAT_CARDS = 1


def draws(table: Table, options: Options) -> list[tuple[int, int]]:
    """V-10.1 to V-10.5: (seat, cards it may draw) in drawing order; a draw of no card is left out."""
    cards = active_estates(table)
    farmer, diplomat = table.role.find(FARMER), table.role.find(DIPLOMAT_2)
    if diplomat != NOBODY and not options.diplomat_draws_last:
        cards[diplomat] += DIPLOMAT_CARDS
    slots = [(farmer, FARMER_CARDS)] if farmer != NOBODY else []
    for seat in (*range(table.start, table.seats), *range(table.start)):
        due = cards[seat] if options.draw_cap is None else min(cards[seat], options.draw_cap)
        if due and seat != farmer:
            slots.append((seat, due))
    if diplomat != NOBODY and options.diplomat_draws_last:
        slots.append((diplomat, DIPLOMAT_CARDS))
    return slots


def active_estates(table: Table) -> list[int]:
    """V-10.2: by seat, the number of its estates under landscapes of its own house."""
    estates = [0] * table.seats
    for place in range(PLACES):
        if table.building_kind[place] == ESTATE:
            seat = table.building_seat[place]
            if table.circle_house[place] == table.house[seat]:
                estates[seat] += 1
    return estates


def begin(state: State) -> None:
    """Starts with the first draw."""
    state.table.draw_slot = 0
    _run(state)


def legal(state: State) -> tuple[int, ...]:
    """V-10.8, V-10.9, V-10.11: which cards to discard, never more than the surplus."""
    table, options = state.table, state.rules.options
    hand = state.hands[table.actor]
    surplus = SIZE[hand] + entitlement(state) - options.hand_limit
    least = surplus if options.surplus is Surplus.DISCARD_AFTER else 0
    return subsets(hand, least, surplus)


def act(state: State, action: int) -> None:
    """V-10.9, V-10.11, V-10.12: discards, draws what is due, and goes on with the next draw."""
    table, limit = state.table, state.rules.options.hand_limit
    due = entitlement(state)
    discard(state, table.actor, action)
    draw(state, table.actor, min(due, limit - SIZE[state.hands[table.actor]]))
    table.draw_slot += 1
    _run(state)


def entitlement(state: State) -> int:
    """The cards the actor may still draw in this draw; 0 where it has drawn already and discards what is too much, or
    all draws are done.
    """
    options = state.rules.options
    if options.surplus is Surplus.DISCARD_AFTER or state.table.actor == NOBODY:
        return 0
    return draws(state.table, options)[state.table.draw_slot][1]


def _run(state: State) -> None:
    """V-10.8 to V-10.11: draws until some seat has to choose, or all have drawn."""
    table, options = state.table, state.rules.options
    slots = draws(table, options)
    while table.draw_slot < len(slots):
        seat, cards = slots[table.draw_slot]
        room = options.hand_limit - SIZE[state.hands[seat]]
        if options.surplus is Surplus.DISCARD_BEFORE and cards > room:
            table.actor = seat
            return
        if options.surplus is Surplus.DRAW_TO_LIMIT:
            cards = min(cards, room)
        draw(state, seat, cards)
        if SIZE[state.hands[seat]] > options.hand_limit:
            table.actor = seat
            return
        table.draw_slot += 1
    table.actor = NOBODY
