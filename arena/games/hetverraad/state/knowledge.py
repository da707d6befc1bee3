"""The knowledge that seats have of closed cards and tokens: what a seat has seen, it knows until the next shuffle.

A building card in a hand or in the deck and a black token have *eyes*: the seats that know it, as a sum of 1 << seat.
A seat sees the shuffle that even an unknown card comes from (A-40), because everybody sees where cards are drawn.
"""

from typing import Final, NamedTuple

from mypy_extensions import i64

from arena.games.hetverraad.codes import CARDS, LETTERS
from arena.games.hetverraad.state.cells import INFLUENCE_RESHUFFLES, SEATS
from arena.games.hetverraad.state.piles import (
    CARD_EYES,
    CARD_SHUFFLE,
    DECK,
    HAND,
    INFLUENCE_AGES,
    INFLUENCE_HAND,
    STACK_EYES,
    TOKEN_EYES,
    TOKEN_STACK,
    TOKENS,
)
from arena.games.hetverraad.state.rows import with_byte
from arena.games.hetverraad.state.state import State, piles_by_seat

_BEYOND: Final = bytes(255 - CARDS)
"""Padding that makes a row by card long enough for `bytes.translate`."""


class Closed(NamedTuple):
    """The closed building cards as a seat sees them: hand after hand, then the deck from its top.

    In a hand, known cards come first, ascending, then unknown cards by shuffle.
    """

    cards: bytes
    """Each card; 0 if the seat does not know it."""
    shuffles: bytes
    seen_by: bytes
    """The eyes of each card; 0 for a card in a hand that the seat does not know."""


def begin(state: State) -> None:
    """R-6, R-49: records what seats know at first: their own hands and tokens; each letter counts as a shuffle."""
    piles = state.piles
    piles[CARD_SHUFFLE] = state.rules.city.letter
    piles[CARD_EYES] = bytes(len(state.rules.city.letter))
    for seat in range(state.cells[SEATS]):
        see(state, piles[HAND + seat], 1 << seat)
        piles[INFLUENCE_AGES + seat] = bytes(len(piles[INFLUENCE_HAND + seat]))
        piles[TOKEN_EYES + seat] = bytes((1 << seat,)) * len(piles[TOKENS + seat])
    piles[STACK_EYES] = bytes(len(piles[TOKEN_STACK]))


def everybody(state: State) -> int:
    """The set of all seats, as a sum of 1 << seat."""
    return (1 << state.cells[SEATS]) - 1


def see(state: State, cards: bytes, eyes: i64) -> None:
    """Records that the seats in `eyes` now know these cards too."""
    known = state.piles[CARD_EYES]
    count: i64 = len(cards)
    for at in range(count):
        card: i64 = cards[at]
        before: i64 = known[card]
        if before | eyes != before:
            known = with_byte(known, card, before | eyes)
    state.piles[CARD_EYES] = known


def shuffle(state: State, cards: bytes) -> None:
    """Records that these cards are a new deck, unknown to all; numbers its shuffle with the first number no hand's card
    has.
    """
    piles = state.piles
    held = {piles[CARD_SHUFFLE][card] for hand in piles_by_seat(state, HAND) for card in hand}
    number = len(LETTERS)
    while number in held:
        number += 1
    eyes, shuffles = bytearray(piles[CARD_EYES]), bytearray(piles[CARD_SHUFFLE])
    for card in cards:
        eyes[card] = 0
        shuffles[card] = number
    piles[CARD_EYES], piles[CARD_SHUFFLE] = bytes(eyes), bytes(shuffles)


def closed_cards(state: State, seat: int) -> Closed:
    """The building cards in hands and in the deck, as the seat knows them."""
    eyes, shuffles, bit = state.piles[CARD_EYES], state.piles[CARD_SHUFFLE], 1 << seat
    cards, lying, seen_by = b"", b"", b""
    for hand in piles_by_seat(state, HAND):
        known = bytes([card for card in hand if eyes[card] & bit])
        hidden = [shuffles[card] for card in hand if not eyes[card] & bit]
        cards += known + bytes(len(hidden))
        lying += known.translate(shuffles + _BEYOND) + bytes(sorted(hidden))
        seen_by += known.translate(eyes + _BEYOND) + bytes(len(hidden))
    deck = state.piles[DECK]
    watched = deck.translate(eyes + _BEYOND)
    return Closed(cards + _known(deck, watched, bit), lying + deck.translate(shuffles + _BEYOND), seen_by + watched)


def influence_ages(state: State, seat: int) -> bytes:
    """A-40: the ages of the influence cards in all hands, one hand after another: the seat's own as they lie, others
    ascending.
    """
    if not state.cells[INFLUENCE_RESHUFFLES]:
        return bytes(len(b"".join(piles_by_seat(state, INFLUENCE_HAND))))
    rows = piles_by_seat(state, INFLUENCE_AGES)
    return b"".join([row if holder == seat else bytes(sorted(row)) for holder, row in enumerate(rows)])


def older_influence(state: State) -> bytes:
    """The influence cards in hands that were there at the last reshuffle of their deck, sorted by age, then kind."""
    if not state.cells[INFLUENCE_RESHUFFLES]:
        return b""
    held = zip(
        b"".join(piles_by_seat(state, INFLUENCE_AGES)), b"".join(piles_by_seat(state, INFLUENCE_HAND)), strict=True
    )
    return bytes([kind for age, kind in sorted(held) if age])


def token_values(state: State, seat: int) -> bytes:
    """The values of the black tokens of all seats in turn, then of the stack; 0 for each token that this seat has not
    seen.
    """
    values, eyes = state.piles[TOKENS : TOKEN_STACK + 1], state.piles[TOKEN_EYES : STACK_EYES + 1]
    return _known(b"".join(values), b"".join(eyes), 1 << seat)


def _known(things: bytes, eyes: bytes, bit: int) -> bytes:
    """The things in order, with 0 in place of each one that the seat with this bit does not know."""
    if not any(eyes):
        return bytes(len(things))
    return bytes([thing if seen & bit else 0 for thing, seen in zip(things, eyes, strict=True)])
