"""Draws random complete states that agree with the view of a seat."""

from collections.abc import Sequence
from typing import Final, TypeVar

from arena.games.chance import SEED_BYTES, Chance
from arena.games.contract import Rng
from arena.games.hetverraad.phases.setup import influence_cards, token_values
from arena.games.hetverraad.state.cells import ALL_CELLS, AREA_BUILDING, BLACK_TOKENS, HAND_SIZE, INFLUENCE_SIZE
from arena.games.hetverraad.state.piles import (
    ALL_AGES,
    ALL_PILES,
    CARD_EYES,
    CARD_SHUFFLE,
    CLOSED_CARDS,
    CLOSED_SEEN_BY,
    CLOSED_SHUFFLES,
    DECK,
    DISCARD,
    HAND,
    INFLUENCE_AGES,
    INFLUENCE_DECK,
    INFLUENCE_DISCARD,
    INFLUENCE_HAND,
    MARKET,
    MARKET_SORTED,
    OLDER_INFLUENCE,
    OPEN_PILES,
    OWN_INFLUENCE,
    PAWNSHOP,
    PAWNSHOP_SORTED,
    REMOVED,
    ROW,
    STACK_EYES,
    TOKEN_EYES,
    TOKEN_STACK,
    TOKEN_VALUES,
    TOKENS,
    TOKENS_SEEN_BY,
)
from arena.games.hetverraad.state.state import State, View, by_area, by_seat
from arena.games.hetverraad.terms import CARDS

Item = TypeVar("Item")

_ALL_CARDS: Final = bytes(range(1, CARDS + 1))


def sample(view: View, rng: Rng) -> State:
    """Returns a random state in which the seat sees exactly `view`. Hands, decks and tokens that the seat cannot know
    are drawn from `rng`.
    """
    chance = Chance(rng.getrandbits(8 * SEED_BYTES).to_bytes(SEED_BYTES, "big"))
    piles = view.piles[:OPEN_PILES] + [b""] * (ALL_PILES - OPEN_PILES)
    piles[PAWNSHOP_SORTED], piles[MARKET_SORTED] = bytes(sorted(piles[PAWNSHOP])), bytes(sorted(piles[MARKET]))
    state = State(view.rules, chance, view.cells[:ALL_CELLS], piles)
    _sample_cards(state, view, rng)
    _sample_influence(state, view, rng)
    _sample_tokens(state, view, rng)
    return state


def _sample_cards(state: State, view: View, rng: Rng) -> None:
    """A-40: deals the building cards that are hidden from the view's seat to random places in hands and deck. The view
    shows the last shuffle of the card at each place. The place gets only a card of this shuffle.
    """
    piles, shuffle = state.piles, view.piles[CARD_SHUFFLE]
    closed, shuffles, seen_by = view.piles[CLOSED_CARDS], view.piles[CLOSED_SHUFFLES], view.piles[CLOSED_SEEN_BY]
    built = bytes(by_area(view.cells, AREA_BUILDING))
    known = built + closed + b"".join([piles[pile] for pile in (ROW, PAWNSHOP, MARKET, DISCARD, REMOVED)])
    hidden: dict[int, list[int]] = {}
    for card in _shuffled(_ALL_CARDS.translate(None, known), rng):
        hidden.setdefault(shuffle[card], []).append(card)
    cards = bytes([closed[at] or hidden[shuffles[at]].pop() for at in range(len(closed))])
    eyes = [0] * len(shuffle)
    for at in range(len(closed)):
        eyes[cards[at]] = seen_by[at]
    for seat, size in enumerate(by_seat(view.cells, HAND_SIZE)):
        hand, cards = cards[:size], cards[size:]
        piles[HAND + seat] = bytes(sorted(hand))
        for card in hand:
            eyes[card] |= 1 << seat
    piles[DECK] = cards
    piles[CARD_EYES] = bytes(eyes)


def _sample_influence(state: State, view: View, rng: Rng) -> None:
    """A-40: deals the influence cards that are hidden from the view's seat to random places in hands and deck. The view
    shows the age of the card at each place in a hand: the number of reshuffles since it was drawn. The place gets only
    a card of this age.
    """
    piles, old, own = state.piles, view.piles[OLDER_INFLUENCE], view.piles[OWN_INFLUENCE]
    kinds = influence_cards(view.rules.city)
    older = zip(sorted([age for age in view.piles[ALL_AGES] if age]), old, strict=True)
    hidden: dict[int, list[int]] = {0: _rest(kinds, old + piles[INFLUENCE_DISCARD])}
    for age, kind in older:
        hidden.setdefault(age, []).append(kind)
    ages = _split(view.piles[ALL_AGES], by_seat(view.cells, INFLUENCE_SIZE))
    for age, kind in zip(ages[view.seat], own, strict=True):
        hidden[age].remove(kind)
    hidden = {age: _shuffled(cards, rng) for age, cards in hidden.items()}
    for seat, row in enumerate(ages):
        kept = own if seat == view.seat else bytes([hidden[age].pop() for age in row])
        hand = sorted(zip(kept, row, strict=True), key=lambda card: (card[0], -card[1]))
        piles[INFLUENCE_HAND + seat] = bytes([kind for kind, _ in hand])
        piles[INFLUENCE_AGES + seat] = bytes([age for _, age in hand])
    piles[INFLUENCE_DECK] = bytes(hidden[0])


def _sample_tokens(state: State, view: View, rng: Rng) -> None:
    piles = state.piles
    known, eyes = view.piles[TOKEN_VALUES], view.piles[TOKENS_SEEN_BY]
    hidden = _shuffled(_rest(token_values(view.rules.city), known.replace(b"\0", b"")), rng)
    values = bytes([value or hidden.pop() for value in known])
    for seat, size in enumerate(by_seat(view.cells, BLACK_TOKENS)):
        piles[TOKENS + seat], values = values[:size], values[size:]
        piles[TOKEN_EYES + seat], eyes = eyes[:size], eyes[size:]
    piles[TOKEN_STACK], piles[STACK_EYES] = values, eyes


def _split(row: bytes, sizes: Sequence[int]) -> list[bytes]:
    """Returns consecutive parts of the row with these sizes."""
    parts = []
    for size in sizes:
        parts.append(row[:size])
        row = row[size:]
    return parts


def _rest(items: list[int], known: bytes) -> list[int]:
    """Returns the items without the known ones. Each entry of `known` removes one equal item."""
    rest = list(items)
    for item in known:
        rest.remove(item)
    return rest


def _shuffled(items: Sequence[Item], rng: Rng) -> list[Item]:
    order, draw = list(items), rng.random
    for last in range(len(order) - 1, 0, -1):
        chosen = int(draw() * (last + 1))
        item = order[last]
        order[last] = order[chosen]
        order[chosen] = item
    return order
