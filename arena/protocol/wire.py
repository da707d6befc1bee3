"""The protobuf wire format, encoded by hand for speed.

In this format, a number below 128 is one byte with that value. Games store their rows as `bytes`, so a row with only
such numbers is already encoded; `packed` encodes other rows. Tests check for every message that the generated classes
read the result correctly.
"""

from collections.abc import Iterable
from typing import Final

_LAST: Final = tuple(bytes((value,)) for value in range(128))
_MORE: Final = tuple(bytes((value | 128,)) for value in range(128))
_ONE_OR_TWO: Final = (*_LAST, *(low + high for high in _LAST[1:] for low in _MORE))
"""All varints of one or two bytes, by value."""

SMALL: Final = 128
"""The smallest number that takes more than one byte as a varint."""


def varint(value: int) -> bytes:
    """A non-negative integer encoded as a varint."""
    if value < 1 << 14:
        return _ONE_OR_TWO[value]
    return _MORE[value & 0x7F] + varint(value >> 7)


def number_tag(field: int) -> bytes:
    """Returns the encoded tag of a field with a varint as its value."""
    return varint(field << 3)


def bytes_tag(field: int) -> bytes:
    """Returns the encoded tag of a field with a length before its value: a message, a string, or a packed row."""
    return varint(field << 3 | 2)


def delimited(tag: bytes, content: bytes) -> bytes:
    """Returns a whole encoded field: its tag, the length of its content, and the content."""
    return tag + varint(len(content)) + content


def packed(values: Iterable[int]) -> bytes:
    """A row of non-negative integers as varints, without tag and length."""
    return b"".join([varint(value) for value in values])
