"""Finds a match by a reference: its number in the schedule, or the beginning of its id."""

from typing import Any, Final

import sqlalchemy as sql

from leaderboards.store.tables import MATCHES

ID_DIGITS: Final = 32
LEAST_ID_DIGITS: Final = 8
"""The fewest digits of an id in a reference. A reference with fewer digits is a number in the schedule; no league is so
long that its numbers have 8 digits.
"""


def match_query(reference: str) -> sql.Select[Any]:
    """Returns the query for the row of the match that the reference names. If the text is not a valid reference, the
    query finds no row.
    """
    query = sql.select(MATCHES)
    if _is_id(reference):
        first, last = (bytes.fromhex(reference.ljust(ID_DIGITS, digit)) for digit in "0f")
        return query.where(MATCHES.c.id.between(first, last))
    if reference.isdecimal() and len(reference) < LEAST_ID_DIGITS:
        return query.where(MATCHES.c.ordinal == int(reference))
    return query.where(sql.false())


def _is_id(reference: str) -> bool:
    """Returns whether a reference has the form of an id's beginning: 8 to 32 hexadecimal digits."""
    digits = set("0123456789abcdef")
    return LEAST_ID_DIGITS <= len(reference) <= ID_DIGITS and set(reference.lower()) <= digits
