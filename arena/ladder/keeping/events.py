"""The log of what organisers did; the database refuses to change or delete its rows."""

from dataclasses import dataclass

import sqlalchemy as sql

from arena.ladder.keeping.tables import EVENT


@dataclass(frozen=True, slots=True)
class Event:
    """An act of an organiser: who did what to which subject, and when."""

    number: int
    at_ms: int
    actor: str
    act: str
    subject: str


def note_event(connection: sql.Connection, at_ms: int, actor: str, act: str, subject: str) -> None:
    """Logs an act, in the same transaction as the act itself."""
    connection.execute(sql.insert(EVENT).values(at_ms=at_ms, actor=actor[:100], act=act[:40], subject=subject[:100]))


def events(connection: sql.Connection) -> list[Event]:
    """All logged events, the oldest first."""
    return [Event(*row) for row in connection.execute(sql.select(EVENT).order_by(EVENT.c.id))]
