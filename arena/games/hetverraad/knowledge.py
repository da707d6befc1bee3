"""Who knows what lies closed: whoever has seen a card or token knows where it is until it is shuffled again.

A building card in a hand or in the deck and a black token have *eyes*: the seats that know it, as a sum of 1 << seat.
Of a card a seat does not know it sees at least from which shuffle it is (A-40): everybody sees where cards come from.
"""

from typing import Final, NamedTuple

from arena.games.hetverraad.state import State
from arena.games.hetverraad.terms import CARDS, LETTERS

_BEYOND: Final = bytes(255 - CARDS)
"""Makes a row by card long enough to translate with."""


class Closed(NamedTuple):
    """The closed building cards as a seat sees them: hand after hand, then the deck, the next first.

    In a hand, known cards come first, ascending, then the others by shuffle.
    """

    cards: bytes
    """The card, or 0 where the seat does not know it."""
    shuffles: bytes
    seen_by: bytes
    """Its eyes; 0 where the seat does not know a card in a hand."""


def begin(state: State) -> None:
    """R-6, R-49: nobody has seen anything but its own hand and tokens; each letter was shuffled by itself."""
    state.table.card_shuffle = state.rules.city.letter
    state.card_eyes = bytes(len(state.rules.city.letter))
    for seat, hand in enumerate(state.hands):
        see(state, hand, 1 << seat)
    state.influence_ages = tuple(bytes(len(hand)) for hand in state.influence)
    tokens = [bytes((1 << seat,)) * len(row) for seat, row in enumerate(state.tokens)]
    state.token_eyes = (*tokens, bytes(len(state.token_stack)))


def everybody(state: State) -> int:
    """The eyes of all seats."""
    return (1 << state.table.seats) - 1


def see(state: State, cards: bytes, eyes: int) -> None:
    """These seats too know the cards now."""
    row = bytearray(state.card_eyes)
    for card in cards:
        row[card] |= eyes
    state.card_eyes = bytes(row)


def shuffle(state: State, cards: bytes) -> None:
    """The cards become the deck, and nobody knows them; their shuffle gets the first number no card in a hand has."""
    table = state.table
    held = {table.card_shuffle[card] for hand in state.hands for card in hand}
    number = len(LETTERS)
    while number in held:
        number += 1
    eyes, shuffles = bytearray(state.card_eyes), bytearray(table.card_shuffle)
    for card in cards:
        eyes[card] = 0
        shuffles[card] = number
    state.card_eyes, table.card_shuffle = bytes(eyes), bytes(shuffles)


def closed_cards(state: State, seat: int) -> Closed:
    """What the seat knows of hands and deck."""
    eyes, shuffles, bit = state.card_eyes, state.table.card_shuffle, 1 << seat
    cards, lying, seen_by = b"", b"", b""
    for hand in state.hands:
        known = bytes([card for card in hand if eyes[card] & bit])
        hidden = [shuffles[card] for card in hand if not eyes[card] & bit]
        cards += known + bytes(len(hidden))
        lying += known.translate(shuffles + _BEYOND) + bytes(sorted(hidden))
        seen_by += known.translate(eyes + _BEYOND) + bytes(len(hidden))
    deck = state.deck
    watched = deck.translate(eyes + _BEYOND)
    return Closed(cards + _known(deck, watched, bit), lying + deck.translate(shuffles + _BEYOND), seen_by + watched)


def influence_ages(state: State, seat: int) -> bytes:
    """A-40: hand after hand, the age of each influence card; the own ones as they lie, those of others ascending."""
    if not state.table.influence_reshuffles:
        return bytes(sum(map(len, state.influence)))
    rows = state.influence_ages
    return b"".join([row if holder == seat else bytes(sorted(row)) for holder, row in enumerate(rows)])


def older_influence(state: State) -> bytes:
    """The influence cards in hands when their deck was last made of all others, by age and then by kind."""
    if not state.table.influence_reshuffles:
        return b""
    held = zip(b"".join(state.influence_ages), b"".join(state.influence), strict=True)
    return bytes([kind for age, kind in sorted(held) if age])


def token_values(state: State, seat: int) -> bytes:
    """The black tokens of seat after seat, then the stack: the values this seat has seen; 0 for the others."""
    rows = zip((*state.tokens, state.token_stack), state.token_eyes, strict=True)
    return b"".join([_known(values, eyes, 1 << seat) for values, eyes in rows])


def _known(things: bytes, eyes: bytes, bit: int) -> bytes:
    """Each of the things whose eyes have the bit; 0 for the others."""
    if not any(eyes):
        return bytes(len(things))
    return bytes([thing if seen & bit else 0 for thing, seen in zip(things, eyes, strict=True)])
