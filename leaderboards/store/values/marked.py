"""Adds a mark to each changing value of a league, so that changes by others are noticed.

The league's other values can be checked by computing them from each other; the changing values cannot.
"""

from arena.match.rerun import Difference
from leaderboards.store.rows.seal import MARK_BYTES, mark_of, print_row


def marked(key: str, text: str, commitment: bytes) -> bytes:
    """The value as the store of the league with this commitment keeps it under `key`."""
    return _mark(key, text.encode(), commitment) + text.encode()


def text_of(value: bytes) -> bytes:
    """The text in a marked value, even if its mark is wrong."""
    return value[MARK_BYTES:]


def mark_differences(key: str, value: bytes, commitment: bytes) -> list[Difference]:
    """The difference between a value's mark and the right one; none if the value is as it was written."""
    there, expected = value[:MARK_BYTES], _mark(key, text_of(value), commitment)
    if there == expected:
        return []
    return [Difference(f"the league's {key}", f"{expected.hex()}, of this value as it is", there.hex())]


def _mark(key: str, text: bytes, commitment: bytes) -> bytes:
    return mark_of(print_row(commitment, 0, (key.encode(), text)))
