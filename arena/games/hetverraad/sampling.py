"""States a seat cannot tell from the true one: what it does not know is dealt again, at random."""

from collections.abc import Sequence
from typing import TypeVar

from arena.games.chance import SEED_BYTES, Chance
from arena.games.contract import Rng
from arena.games.hetverraad.setup import influence_cards, token_values
from arena.games.hetverraad.state import State, View
from arena.games.hetverraad.terms import CARDS

Item = TypeVar("Item")


def sample(view: View, rng: Rng) -> State:
    """A state in which the seat sees exactly `view`: hands, decks and tokens it cannot know are drawn from `rng`."""
    state = State.__new__(State)
    state.rules = view.rules
    state.table = view.table
    state.chance = Chance(rng.getrandbits(8 * SEED_BYTES).to_bytes(SEED_BYTES, "big"))
    _sample_cards(state, view, rng)
    _sample_influence(state, view, rng)
    _sample_tokens(state, view, rng)
    return state


def _sample_cards(state: State, view: View, rng: Rng) -> None:
    """R-6: before the first reshuffle the deck runs from A to C, so the hands hold the early letters."""
    table, letter = view.table, view.rules.city.letter
    open_cards = {*table.area_building, *table.row, *table.pawnshop, *table.market, *table.discard, *table.removed}
    known = open_cards.union(view.hand, view.seen)
    unseen = _shuffled([card for card in range(1, CARDS + 1) if card not in known], rng)
    if not table.reshuffles:
        unseen.sort(key=lambda card: letter[card])
    in_deck = view.deck_size - len(view.seen)
    in_hands = len(unseen) - in_deck
    state.hands = _hands(view.hand, view.seat, view.hand_sizes, _shuffled(unseen[:in_hands], rng))
    state.deck = view.seen + bytes(unseen[in_hands:])


def _sample_influence(state: State, view: View, rng: Rng) -> None:
    unseen = _shuffled(_rest(influence_cards(view.rules.city), view.influence + view.table.influence_discard), rng)
    in_hands = len(unseen) - view.influence_deck_size
    state.influence = _hands(view.influence, view.seat, view.influence_sizes, unseen[:in_hands])
    state.influence_deck = bytes(unseen[in_hands:])


def _sample_tokens(state: State, view: View, rng: Rng) -> None:
    table = view.table
    unseen = _shuffled(_rest(token_values(view.rules.city), view.tokens), rng)
    tokens = []
    for seat in range(table.seats):
        if seat == view.seat:
            tokens.append(view.tokens)
        else:
            count = table.black[seat]
            tokens.append(bytes(unseen[:count]))
            del unseen[:count]
    state.tokens = tuple(tokens)
    state.token_stack = bytes(unseen[: view.token_stack_size])


def _hands(own: bytes, viewer: int, sizes: bytes, cards: list[int]) -> tuple[bytes, ...]:
    """The own hand, and the others' hands of their sizes, ascending."""
    hands = []
    dealt = 0
    for seat, size in enumerate(sizes):
        if seat == viewer:
            hands.append(own)
        else:
            hands.append(bytes(sorted(cards[dealt : dealt + size])))
            dealt += size
    return tuple(hands)


def _rest(items: list[int], known: bytes) -> list[int]:
    """The items without the known ones."""
    rest = list(items)
    for item in known:
        rest.remove(item)
    return rest


def _shuffled(items: Sequence[Item], rng: Rng) -> list[Item]:
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = int(rng.random() * (last + 1))
        order[last], order[chosen] = order[chosen], order[last]
    return order
