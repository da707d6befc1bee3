"""Functions for piles, which are immutable `bytes`.

Searches are written as loops and not with `in`, because for `in` mypyc would make a Python integer of each byte.
"""

from typing import Final

from mypy_extensions import i64

SINGLE: Final[tuple[bytes, ...]] = tuple([bytes((value,)) for value in range(256)])
"""The pile with a single value, indexed by this value."""


def with_byte(pile: bytes, index: i64, value: i64) -> bytes:
    """Returns the pile with the entry at `index` replaced by `value`."""
    return pile[:index] + SINGLE[value] + pile[index + 1 :]


def lay(piles: list[bytes], name: i64, value: i64) -> None:
    """Adds the value at the end of the pile with the index `name`, such as DISCARD."""
    piles[name] = piles[name] + SINGLE[value]  # mypyc joins bytes by + natively, but not by +=


def joined(cards: bytes, card: i64) -> bytes:
    """Returns the cards with one more card, in ascending order."""
    at = room_for(cards, card)
    return cards[:at] + SINGLE[card] + cards[at:]


def room_for(cards: bytes, card: i64) -> i64:
    """Returns the index at which a card must be inserted among ascending cards. It is put after equal cards."""
    count: i64 = len(cards)
    for at in range(count):
        other: i64 = cards[at]
        if other > card:
            return at
    return len(cards)


def without(cards: bytes, card: i64) -> bytes:
    """Returns the cards in the same order, without one copy of `card`, which must be among them."""
    at = place_of(cards, card)
    return cards[:at] + cards[at + 1 :]


def place_of(pile: bytes, value: i64) -> i64:
    """Returns the index of the first entry of the pile that equals `value`; -1 if there is none."""
    count: i64 = len(pile)
    for at in range(count):
        other: i64 = pile[at]
        if other == value:
            return at
    return -1
