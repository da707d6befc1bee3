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
    """A-40: each card the seat does not know lies in one of the closed places of its shuffle."""
    table, shuffle = view.table, view.table.card_shuffle
    open_cards = {*table.area_building, *table.row, *table.pawnshop, *table.market, *table.discard, *table.removed}
    known = open_cards.union(view.closed_cards)
    hidden: dict[int, list[int]] = {}
    for card in _shuffled([card for card in range(1, CARDS + 1) if card not in known], rng):
        hidden.setdefault(shuffle[card], []).append(card)
    places = zip(view.closed_cards, view.closed_shuffles, strict=True)
    cards = bytes([card or hidden[number].pop() for card, number in places])
    eyes = bytearray(len(shuffle))
    for card, seen_by in zip(cards, view.closed_seen_by, strict=True):
        eyes[card] = seen_by
    hands = []
    for seat, size in enumerate(view.hand_sizes):
        hand, cards = cards[:size], cards[size:]
        hands.append(bytes(sorted(hand)))
        for card in hand:
            eyes[card] |= 1 << seat
    state.hands, state.deck, state.card_eyes = tuple(hands), cards, bytes(eyes)


def _sample_influence(state: State, view: View, rng: Rng) -> None:
    """A-40: what the seat does not know is dealt again among the cards of the same age."""
    kinds = influence_cards(view.rules.city)
    older = zip(sorted([age for age in view.influence_ages if age]), view.older_influence, strict=True)
    hidden: dict[int, list[int]] = {0: _rest(kinds, view.older_influence + view.table.influence_discard)}
    for age, kind in older:
        hidden.setdefault(age, []).append(kind)
    ages = _split(view.influence_ages, view.influence_sizes)
    for age, kind in zip(ages[view.seat], view.influence, strict=True):
        hidden[age].remove(kind)
    hidden = {age: _shuffled(cards, rng) for age, cards in hidden.items()}
    hands = []
    for seat, row in enumerate(ages):
        kept = view.influence if seat == view.seat else bytes([hidden[age].pop() for age in row])
        hands.append(sorted(zip(kept, row, strict=True), key=lambda card: (card[0], -card[1])))
    state.influence = tuple([bytes([kind for kind, _ in hand]) for hand in hands])
    state.influence_ages = tuple([bytes([age for _, age in hand]) for hand in hands])
    state.influence_deck = bytes(hidden[0])


def _sample_tokens(state: State, view: View, rng: Rng) -> None:
    hidden = _shuffled(_rest(token_values(view.rules.city), view.token_values.replace(b"\0", b"")), rng)
    values = bytes([value or hidden.pop() for value in view.token_values])
    rows = bytes([*view.table.black, view.token_stack_size])
    *tokens, state.token_stack = _split(values, rows)
    state.tokens = tuple(tokens)
    state.token_eyes = tuple(_split(view.token_seen_by, rows))


def _split(row: bytes, sizes: bytes) -> list[bytes]:
    """The row in parts of these sizes."""
    parts = []
    for size in sizes:
        parts.append(row[:size])
        row = row[size:]
    return parts


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
