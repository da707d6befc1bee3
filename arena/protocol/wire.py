"""The protobuf wire format, written by hand for speed.

A packed row of numbers below 128 is, on the wire, the bytes themselves; the engine keeps its rows as `bytes`, so a
view is written by joining them. Tests check for every message that the generated classes read the result.
"""

from collections.abc import Iterable
from typing import Final

_LAST: Final = tuple(bytes((value,)) for value in range(128))
_MORE: Final = tuple(bytes((value | 128,)) for value in range(128))
_ONE_OR_TWO: Final = (*_LAST, *(low + high for high in _LAST[1:] for low in _MORE))
"""All varints of one or two bytes, by value; joined, not computed, because this delays the start of every program."""

SMALL: Final = 128
"""Numbers below this take one byte on the wire."""


def varint(value: int) -> bytes:
    """A non-negative integer encoded as a varint."""
    if value < 1 << 14:
        return _ONE_OR_TWO[value]
    return _MORE[value & 0x7F] + varint(value >> 7)


def number_tag(field: int) -> bytes:
    """The encoded tag of a field whose value is a varint."""
    return varint(field << 3)


def bytes_tag(field: int) -> bytes:
    """The encoded tag of a field whose value has a length: a message, a string, or a packed row."""
    return varint(field << 3 | 2)


def delimited(tag: bytes, content: bytes) -> bytes:
    """A whole field: its tag, the length of its content, and the content."""
    return tag + varint(len(content)) + content


def packed(values: Iterable[int]) -> bytes:
    """A row of non-negative integers as varints, without tag and length."""
    return b"".join([varint(value) for value in values])
