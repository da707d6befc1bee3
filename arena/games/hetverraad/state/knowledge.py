"""The knowledge that seats have of closed cards and tokens. A seat that has seen a card knows where it is until the
card is shuffled.

The *eyes* of a closed building card or of a black token are the seats that know it, as a sum of 1 << seat. All seats
know the last shuffle of each closed building card, even if they do not know the card (A-40).
"""

from typing import Final, NamedTuple

from mypy_extensions import i64

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
from arena.games.hetverraad.terms import CARDS, LETTERS

_BEYOND: Final = bytes(255 - CARDS)
"""Padding that extends a row indexed by card to the 256 entries that `bytes.translate` needs."""


class Closed(NamedTuple):
    """The closed building cards as a seat knows them: the cards of each hand, hand after hand, then the deck from its
    top.

    Within a hand, the known cards are first, ascending. The unknown cards follow, ordered by the number of their last
    shuffle.
    """

    cards: bytes
    """The number of each closed card; 0 for a card that the seat does not know."""
    shuffles: bytes
    seen_by: bytes
    """The seats that know each card, as a sum of 1 << seat; 0 for an unknown card in a hand."""


def begin(state: State) -> None:
    """R-6, R-49: records that each seat knows its own hand and tokens at the start of a match. The number of a building
    card's last shuffle is then the number of its letter.
    """
    piles = state.piles
    piles[CARD_SHUFFLE] = state.rules.city.letter
    piles[CARD_EYES] = bytes(len(state.rules.city.letter))
    for seat in range(state.cells[SEATS]):
        see(state, piles[HAND + seat], 1 << seat)
        piles[INFLUENCE_AGES + seat] = bytes(len(piles[INFLUENCE_HAND + seat]))
        piles[TOKEN_EYES + seat] = bytes((1 << seat,)) * len(piles[TOKENS + seat])
    piles[STACK_EYES] = bytes(len(piles[TOKEN_STACK]))


def everybody(state: State) -> int:
    """Returns the set of all seats, as a sum of 1 << seat."""
    return (1 << state.cells[SEATS]) - 1


def see(state: State, cards: bytes, eyes: i64) -> None:
    """Records that the seats in `eyes` (a sum of 1 << seat) now know these cards, in addition to the seats that knew
    them before.
    """
    known = state.piles[CARD_EYES]
    count: i64 = len(cards)
    for at in range(count):
        card: i64 = cards[at]
        before: i64 = known[card]
        if before | eyes != before:
            known = with_byte(known, card, before | eyes)
    state.piles[CARD_EYES] = known


def shuffle(state: State, cards: bytes) -> None:
    """Records that these cards were shuffled into a new deck, which nobody knows. The shuffle gets the lowest
    number from 4 on that no card in a hand has in CARD_SHUFFLE.
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
    """Returns the building cards in hands and in the deck as the seat knows them."""
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
    """A-40: returns the ages of the influence cards in all hands, hand after hand. A card's age is the number of
    reshuffles since it was drawn.

    The ages of the seat's own hand are in the order of its cards. Those of another hand are ascending, so that their
    order does not reveal its cards.
    """
    if not state.cells[INFLUENCE_RESHUFFLES]:
        return bytes(len(b"".join(piles_by_seat(state, INFLUENCE_HAND))))
    rows = piles_by_seat(state, INFLUENCE_AGES)
    return b"".join([row if holder == seat else bytes(sorted(row)) for holder, row in enumerate(rows)])


def older_influence(state: State) -> bytes:
    """Returns the kinds of the influence cards in all hands, except cards of age 0 (see `influence_ages`), sorted by
    age and then by kind. Before the first reshuffle, the result is empty.
    """
    if not state.cells[INFLUENCE_RESHUFFLES]:
        return b""
    held = zip(
        b"".join(piles_by_seat(state, INFLUENCE_AGES)), b"".join(piles_by_seat(state, INFLUENCE_HAND)), strict=True
    )
    return bytes([kind for age, kind in sorted(held) if age])


def token_values(state: State, seat: int) -> bytes:
    """Returns the values of the black tokens of all seats, seat by seat, and then of the stack; 0 for each token that
    this seat has not seen.
    """
    values, eyes = state.piles[TOKENS : TOKEN_STACK + 1], state.piles[TOKEN_EYES : STACK_EYES + 1]
    return _known(b"".join(values), b"".join(eyes), 1 << seat)


def _known(things: bytes, eyes: bytes, bit: int) -> bytes:
    """Returns the cards or token values, with 0 for each one that the seat does not know.

    `eyes`: the eyes of each card or token. `bit`: 1 << seat.
    """
    if not any(eyes):
        return bytes(len(things))
    return bytes([thing if seen & bit else 0 for thing, seen in zip(things, eyes, strict=True)])
