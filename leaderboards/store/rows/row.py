"""Reads stored rows one by one, so that a damaged row does not prevent the reading of others."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sql
from sqlalchemy.exc import DatabaseError

from leaderboards.store.tables import MATCHES

READ_ROWS: Final = 1_000
"""The number of rows in memory at once."""


class Row(NamedTuple):
    """A row of the table of matches."""

    ordinal: int
    id: bytes
    record: bytes
    """The record of the match, compressed with the store's dictionary."""
    timing: bytes
    mark: bytes


class Unreadable(NamedTuple):
    """A row that the database cannot read, or in which a column has the wrong type."""

    ordinal: int
    reason: str


def read_rows(connection: sql.Connection) -> Iterator[Row | Unreadable]:
    """Yields all rows in schedule order; at most READ_ROWS are in memory at a time."""
    ordinals = list(connection.execute(sql.select(MATCHES.c.ordinal).order_by(MATCHES.c.ordinal)).scalars())
    if not all(isinstance(ordinal, int) for ordinal in ordinals):
        raise TypeError("the place of a match is not a number")
    for start in range(0, len(ordinals), READ_ROWS):
        wanted = ordinals[start : start + READ_ROWS]
        try:
            rows = _read(connection, wanted[0], wanted[-1])
        except (DatabaseError, TypeError, ValueError):
            rows = []
        if [row.ordinal for row in rows] == wanted:
            yield from rows
        else:
            yield from (_read_one(connection, ordinal) for ordinal in wanted)


def file_complaints(connection: sql.Connection) -> list[str]:
    """Returns the faults that SQLite finds in the structure of its file; empty for a server, whose structure is not
    checked.
    """
    if connection.dialect.name != "sqlite":
        return []
    try:
        found = connection.execute(sql.text("PRAGMA integrity_check")).scalars().all()
    except DatabaseError as error:
        return [str(error.orig)]
    return [str(complaint) for complaint in found if complaint != "ok"]


def _read_one(connection: sql.Connection, ordinal: int) -> Row | Unreadable:
    try:
        rows = _read(connection, ordinal, ordinal)
    except (DatabaseError, TypeError, ValueError) as error:
        return Unreadable(ordinal, str(getattr(error, "orig", error)))
    return rows[0] if rows else Unreadable(ordinal, "it is listed but missing")


def _read(connection: sql.Connection, first: int, last: int) -> list[Row]:
    """Returns the rows from the place `first` of the schedule up to and including `last`; raises TypeError if a column
    has the wrong type.
    """
    query = sql.select(MATCHES).where(MATCHES.c.ordinal.between(first, last)).order_by(MATCHES.c.ordinal)
    return [checked_row(row) for row in connection.execute(query)]


def checked_row(columns: Sequence[Any]) -> Row:
    """Returns the row with these columns; raises TypeError if a column has the wrong type."""
    row = Row(*columns)
    if not isinstance(row.ordinal, int):
        raise TypeError("the place of a match is not a number")
    if not all(isinstance(column, bytes) for column in row[1:]):
        raise TypeError(f"match {row.ordinal} holds something other than bytes")
    return row
