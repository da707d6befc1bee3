"""Immutable rows: the few ways in which the engine replaces one by another."""

from typing import TypeVar

Item = TypeVar("Item")


def with_byte(row: bytes, index: int, value: int) -> bytes:
    """`row` with `value` at `index`."""
    changed = bytearray(row)
    changed[index] = value
    return bytes(changed)


def with_item(row: tuple[Item, ...], index: int, value: Item) -> tuple[Item, ...]:
    """`row` with `value` at `index`."""
    return (*row[:index], value, *row[index + 1 :])


def joined(cards: bytes, card: int) -> bytes:
    """The cards and one more, ascending."""
    return bytes(sorted((*cards, card)))


def without(cards: bytes, card: int) -> bytes:
    """The cards without one copy of `card`, in the same order."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def places_of(row: bytes, value: int) -> list[int]:
    """The indices at which `row` holds `value`, ascending."""
    found = []
    at = row.find(value)
    while at >= 0:
        found.append(at)
        at = row.find(value, at + 1)
    return found
