"""The log of organisers' actions; the database refuses to change or delete its rows."""

from dataclasses import dataclass

import sqlalchemy as sql

from arena.ladder.keeping.tables import EVENT


@dataclass(frozen=True, slots=True)
class Event:
    """An action of an organiser: the person who acted, the action, its subject, and the time."""

    number: int
    at_ms: int
    actor: str
    act: str
    subject: str


def note_event(connection: sql.Connection, at_ms: int, actor: str, act: str, subject: str) -> None:
    """Logs an organiser's action, in the transaction that performs the action."""
    connection.execute(sql.insert(EVENT).values(at_ms=at_ms, actor=actor[:100], act=act[:40], subject=subject[:100]))


def events(connection: sql.Connection) -> list[Event]:
    """Returns all logged events, the oldest first."""
    return [Event(*row) for row in connection.execute(sql.select(EVENT).order_by(EVENT.c.id))]
