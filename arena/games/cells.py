"""Rows of cells, which make up states. A cell is a small number; each game names its cells in its `cells.py`.

A row is one piece of memory, so a copy of a state is a copy of memory; mypyc reads and writes a cell in one or two
instructions. A row is mutable, so code that must not change it (a view, a state after `apply`) is given a copy.
"""

import sys
from typing import Any, Final, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

Cells: TypeAlias = "vec[i64]"

_BYTES: Final = 8
_LOW: Final = slice(0 if sys.byteorder == "little" else _BYTES - 1, None, _BYTES)


def blank(length: int) -> Cells:
    """A new row of `length` zeros."""
    return vec[i64]([0] * length)


def row(values: list[int]) -> Cells:
    """A new row of these values."""
    return vec[i64](values)


def find(cells: Cells, first: i64, length: i64, value: i64) -> i64:
    """The index, counted from `first`, of the first of `length` cells that holds `value`; -1 if none does."""
    for index in range(length):
        if cells[first + index] == value:
            return index
    return -1


def count(cells: Cells, first: i64, length: i64, value: i64) -> i64:
    """How many of the `length` cells from `first` on hold `value`."""
    found: i64 = 0
    for cell in cells[first : first + length]:
        if cell == value:
            found += 1
    return found


def total(cells: Cells, first: i64, length: i64) -> i64:
    """The sum of `length` cells from `first` on."""
    found: i64 = 0
    for cell in cells[first : first + length]:
        found += cell
    return found


def part(cells: Cells, first: int, length: int) -> tuple[int, ...]:
    """The values of `length` cells from `first` on."""
    return tuple(cells[first : first + length])


def put(cells: Cells, first: i64, values: tuple[int, ...]) -> None:
    """Writes the values into the cells from `first` on."""
    for index, value in enumerate(values):
        cells[first + index] = value


def low_bytes(cells: Cells) -> bytes:
    """The lowest byte of each cell; messages carry rows of numbers below 128 in this form."""
    wide: Any = bytes(cells)  # Any, because mypyc cannot slice a value typed as bytes with a step
    low: bytes = wide[_LOW]
    return low


def packed(cells: Cells) -> bytes:
    """The row as bytes, for `unpacked` on the same machine."""
    return bytes(cells)


def unpacked(row: bytes) -> Cells:
    """The row that `packed` made these bytes from."""
    return vec[i64](memoryview(row).cast("q"))
