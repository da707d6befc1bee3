"""Rows of cells, which make up the states of games. A cell is an integer; each game names its cells in its own
`cells.py`.

A row is one block of memory, so copying a state means copying memory, and mypyc reads or writes a cell in one or two
instructions. A row is mutable, so each state and each seat's view needs its own copy.
"""

import sys
from typing import Any, Final, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

Cells: TypeAlias = "vec[i64]"

_BYTES: Final = 8
_LOW: Final = slice(0 if sys.byteorder == "little" else _BYTES - 1, None, _BYTES)


def blank(length: int) -> Cells:
    """Returns a new row of `length` cells with the value 0."""
    return vec[i64]([0] * length)


def row(values: list[int]) -> Cells:
    """Returns a new row with these values."""
    return vec[i64](values)


def find(cells: Cells, first: i64, length: i64, value: i64) -> i64:
    """Searches `length` cells from `first` on for `value`. Returns the index of the first match, counted from `first`;
    -1 if there is none.
    """
    for index in range(length):
        if cells[first + index] == value:
            return index
    return -1


def count(cells: Cells, first: i64, length: i64, value: i64) -> i64:
    """Returns the number of cells with this value among the `length` cells from `first` on."""
    found: i64 = 0
    for cell in cells[first : first + length]:
        if cell == value:
            found += 1
    return found


def total(cells: Cells, first: i64, length: i64) -> i64:
    """Returns the sum of the `length` cells from `first` on."""
    found: i64 = 0
    for cell in cells[first : first + length]:
        found += cell
    return found


def part(cells: Cells, first: int, length: int) -> tuple[int, ...]:
    """Returns the values of the `length` cells from `first` on."""
    return tuple(cells[first : first + length])


def put(cells: Cells, first: i64, values: tuple[int, ...]) -> None:
    """Writes the values into the cells from `first` on."""
    for index, value in enumerate(values):
        cells[first + index] = value


def low_bytes(cells: Cells) -> bytes:
    """Returns the lowest byte of each cell. Messages to bots contain rows with small values in this form."""
    wide: Any = bytes(cells)  # Any, because mypyc cannot slice a value typed as bytes with a step
    low: bytes = wide[_LOW]
    return low


def packed(cells: Cells) -> bytes:
    """Returns the row as bytes, which `unpacked` can read on the same machine."""
    return bytes(cells)


def unpacked(row: bytes) -> Cells:
    """Returns the row from which `packed` has made these bytes."""
    return vec[i64](memoryview(row).cast("q"))
