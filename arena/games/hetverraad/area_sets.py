"""Sets of areas, each stored as one number with a bit for each area, to answer questions about many areas at once."""

from typing import Final

from mypy_extensions import i64

from arena.games.cells import Cells, blank, row
from arena.games.hetverraad.codes import AREAS

NOWHERE: Final[i64] = 0
EVERYWHERE: Final[i64] = 0xFFFFFFFFFFFF
"""The set of all areas."""
BIT: Final[Cells] = row([1 << area for area in range(int(AREAS))])
"""The bit of each area, by area. This is a table, because mypyc would shift a 1 by a native integer within 32 bits
only.
"""

_FIRST: Final[Cells] = blank(67)
"""The area of each bit, by bit modulo 67, which is different for each of the 48 bits."""
for _area in range(int(AREAS)):
    _FIRST[(1 << _area) % 67] = _area

_PARTS: Final[tuple[bytes, ...]] = tuple(
    [
        bytes([first + bit for bit in range(8) if octet >> bit & 1])
        for first in range(0, int(AREAS), 8)
        for octet in range(256)
    ]
)
"""The areas of each possible octet of a set: 256 entries for each group of eight areas. Faster than testing all 48
bits.
"""


def areas_in(areas: i64) -> bytes:
    """The areas of the set, ascending."""
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
    """The lowest area of a set that is not empty; `areas &= areas - 1` removes it from the set."""
    return _FIRST[(areas & -areas) % 67]


def size(areas: i64) -> i64:
    """The number of areas in the set."""
    found: i64 = 0
    while areas:
        areas &= areas - 1
        found += 1
    return found


def set_of(areas: bytes) -> i64:
    """The set that contains these areas."""
    found: i64 = 0
    for at in range(len(areas)):
        found |= BIT[areas[at]]
    return found
