"""Adds a mark (a hash) to each changing value of a league, so that changes by others are noticed.

The fixed values of the league can be checked by computing them from each other, but the changing values cannot.
"""

from arena.match.rerun import Difference
from leaderboards.store.rows.seal import MARK_BYTES, mark_of, print_row


def marked(key: str, text: str, commitment: bytes) -> bytes:
    """Returns a value in its stored form: its mark (a hash of the key, the text and the league's commitment), followed
    by the text.
    """
    return _mark(key, text.encode(), commitment) + text.encode()


def text_of(value: bytes) -> bytes:
    """Returns the text of a marked value, without its mark (a hash), even if the mark is wrong."""
    return value[MARK_BYTES:]


def mark_differences(key: str, value: bytes, commitment: bytes) -> list[Difference]:
    """Returns the difference between a value's stored mark (a hash) and its correct mark; empty if the value is
    unchanged.
    """
    there, expected = value[:MARK_BYTES], _mark(key, text_of(value), commitment)
    if there == expected:
        return []
    return [Difference(f"the league's {key}", f"{expected.hex()}, of this value as it is", there.hex())]


def _mark(key: str, text: bytes, commitment: bytes) -> bytes:
    return mark_of(print_row(commitment, 0, (key.encode(), text)))
