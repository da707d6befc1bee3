"""Sets of areas. Each set is one integer with a bit for each area, so that one operation handles many areas at once."""

from typing import Final

from mypy_extensions import i64

from arena.games.cells import Cells, blank, row
from arena.games.hetverraad.terms import AREAS

NOWHERE: Final[i64] = 0
EVERYWHERE: Final[i64] = 0xFFFFFFFFFFFF
"""The set of all areas."""
BIT: Final[Cells] = row([1 << area for area in range(int(AREAS))])
"""The bit of each area, indexed by area. It is a table, because mypyc would compute `1 << area` in only 32 bits."""

_FIRST: Final[Cells] = blank(67)
"""The area of each bit (a power of two), indexed by the bit's remainder modulo 67. The remainders of all 48 bits
differ.
"""
for _area in range(int(AREAS)):
    _FIRST[(1 << _area) % 67] = _area

_PARTS: Final[tuple[bytes, ...]] = tuple(
    [
        bytes([first + bit for bit in range(8) if octet >> bit & 1])
        for first in range(0, int(AREAS), 8)
        for octet in range(256)
    ]
)
"""The areas in one byte of a set. The index is 256 * NUMBER + VALUE: the number of the byte, 0 for the lowest, and its
value.
"""


def areas_in(areas: i64) -> bytes:
    """Returns the areas of the set, ascending."""
    found = b""
    at: i64 = 0
    while areas:
        octet = areas & 255
        if octet:
            found = found + _PARTS[at + octet]  # mypyc joins bytes by + natively, not by +=
        areas >>= 8
        at += 256
    return found


def first_in(areas: i64) -> i64:
    """Returns the lowest area of a set, which must not be empty. `areas &= areas - 1` removes this area from the
    set.
    """
    return _FIRST[(areas & -areas) % 67]


def size(areas: i64) -> i64:
    """Returns the number of areas in the set."""
    found: i64 = 0
    while areas:
        areas &= areas - 1
        found += 1
    return found


def set_of(areas: bytes) -> i64:
    """Returns the set that contains these areas."""
    found: i64 = 0
    for at in range(len(areas)):
        found |= BIT[areas[at]]
    return found
