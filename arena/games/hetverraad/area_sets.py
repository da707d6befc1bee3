"""Sets of areas, each one number: the sum of its areas' bits. A question about many areas at once is put to a set."""

from typing import Final

from mypy_extensions import i64

from arena.games.cells import Cells, blank, row
from arena.games.hetverraad.terms import AREAS

NOWHERE: Final[i64] = 0
EVERYWHERE: Final[i64] = 0xFFFFFFFFFFFF
"""All areas."""
BIT: Final[Cells] = row([1 << area for area in range(int(AREAS))])
"""By area: its bit. This is a table, because mypyc would shift a 1 by a native integer within 32 bits only."""

_FIRST: Final[Cells] = blank(67)
"""By bit modulo 67, which is different for each of the 48 bits: the area of the bit."""
for _area in range(int(AREAS)):
    _FIRST[(1 << _area) % 67] = _area

_PARTS: Final[tuple[bytes, ...]] = tuple(
    [
        bytes([first + bit for bit in range(8) if octet >> bit & 1])
        for first in range(0, int(AREAS), 8)
        for octet in range(256)
    ]
)
"""For each group of eight areas, 256 entries by their bits: the areas in the set. Faster than testing all 48 bits."""


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
    """How many areas the set has."""
    found: i64 = 0
    while areas:
        areas &= areas - 1
        found += 1
    return found


def set_of(areas: bytes) -> i64:
    """The areas as a set."""
    found: i64 = 0
    for at in range(len(areas)):
        found |= BIT[areas[at]]
    return found
