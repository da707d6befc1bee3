"""Piles are immutable: the few ways in which the engine makes one from another."""

from bisect import bisect_right


def with_byte(pile: bytes, index: int, value: int) -> bytes:
    """The pile with `value` at `index`."""
    return pile[:index] + bytes((value,)) + pile[index + 1 :]


def joined(cards: bytes, card: int) -> bytes:
    """The cards and one more, ascending."""
    at = bisect_right(cards, card)
    return cards[:at] + bytes((card,)) + cards[at:]


def without(cards: bytes, card: int) -> bytes:
    """The cards without one copy of `card`, in the same order."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
