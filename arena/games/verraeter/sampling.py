"""States a seat cannot tell from the true one: what it does not know is dealt again, at random."""

from collections.abc import Sequence
from typing import TypeVar

from arena.games.chance import SEED_BYTES, Chance
from arena.games.contract import Rng
from arena.games.verraeter.cards import FULL_DECK, cards_of, code_of
from arena.games.verraeter.draft import ALL_OFFERED, ROLES_IN
from arena.games.verraeter.editions import OpeningHand
from arena.games.verraeter.setup import OPENING_CARDS
from arena.games.verraeter.state import State, View
from arena.games.verraeter.terms import ALL_ROLES, DRAFT, NOBODY, SETUP, STRATEGY_CARD, SUPPLY

Item = TypeVar("Item")


def sample(view: View, rng: Rng) -> State:
    """A state in which the seat sees exactly `view`: hands, piles and roles it cannot know are drawn from `rng`."""
    state = State.__new__(State)
    state.rules = view.rules
    state.table = view.table
    state.chance = Chance(rng.getrandbits(8 * SEED_BYTES).to_bytes(SEED_BYTES, "big"))
    state.reshuffles = 0
    _sample_supply(state, view, rng)
    _sample_roles(state, view, rng)
    return state


def _sample_supply(state: State, view: View, rng: Rng) -> None:
    table = view.table
    if table.phase == SETUP and table.actor != NOBODY:
        state.hands, state.pile = (0,) * table.seats, cards_of(FULL_DECK)
        return
    hands = _known_hands(view)
    unseen = _shuffled(cards_of(FULL_DECK - sum(hands.values()) - table.discard - sum(table.played)), rng)
    for seat in range(table.seats):
        if seat not in hands:
            size = view.hand_sizes[seat]
            hands[seat] = code_of(tuple(unseen[:size]))
            del unseen[:size]
    state.hands = tuple(hands[seat] for seat in range(table.seats))
    state.pile = tuple(unseen)


def _known_hands(view: View) -> dict[int, int]:
    """V-0.7: by seat, the own hand; and where all began with the same cards, the others' until the first draw."""
    table = view.table
    hands = {}
    if view.rules.options.opening_hand is OpeningHand.FIXED and table.round == 1 and table.phase <= STRATEGY_CARD:
        hands = {seat: code_of(OPENING_CARDS) - table.played[seat] for seat in range(table.seats)}
    hands[view.seat] = view.hand
    return hands


def _sample_roles(state: State, view: View, rng: Rng) -> None:
    """Deals the roles as the draft did: earlier seats kept what was gone, later seats keep of what was passed on."""
    table = view.table
    if table.phase not in (DRAFT, SUPPLY):
        state.picks, state.aside = table.role, view.aside
        return
    order = [(table.start + k) % table.seats for k in range(table.seats)]
    drafting = table.phase == DRAFT and table.actor != NOBODY
    picked = order[: order.index(table.actor)] if drafting else order
    if not view.offered:
        state.aside, *rest = _shuffled(ALL_ROLES, rng)
        picks = dict(zip(picked, rest, strict=False))
    else:
        own = order.index(view.seat)
        gone = _shuffled(ROLES_IN[ALL_OFFERED & ~view.offered], rng)
        state.aside = gone.pop()
        picks = dict(zip(order[:own], gone, strict=True))
        passed = _shuffled([role for role in ROLES_IN[view.offered] if role != view.pick], rng)
        picks.update(zip(picked[own + 1 :], passed, strict=False))
        if view.pick:
            picks[view.seat] = view.pick
    state.picks = bytes(picks.get(seat, 0) for seat in range(table.seats))


def _shuffled(items: Sequence[Item], rng: Rng) -> list[Item]:
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = int(rng.random() * (last + 1))
        order[last], order[chosen] = order[chosen], order[last]
    return order
