"""Streams that update the page of a table: frames of the match, turns and seats.

Rule 1: no events are queued for a follower, the viewer of an open page. The id of an event encodes what the browser has
received so far, and the next event contains what has happened since. So a slow browser misses nothing, and neither does
a browser that reconnects with the id.
Rule 2: an event contains only information that the viewer may have when it is sent, so the browser never has to hide
anything.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from hashlib import blake2b
from typing import Final, NamedTuple

from arena.tables.story import text_of
from arena.tables.table import Role, Table
from arena.web.languages import told_in

BEAT_S: Final = 15.0
BEAT: Final = b"event: beat\ndata: null\n\n"
"""The event that shows that a stream is alive.

It is an event and not a comment, because a page's scripts cannot see comments.
"""
REMOVED: Final = b"event: removed\ndata: null\n\n"
MOST_AT_ONCE: Final = 64
"""The maximum number of frames (displayed steps of a match) in one event."""


class Seen(NamedTuple):
    """What a browser has received so far: the number of frames and a hash of the table's values.

    The id of an event encodes both.
    """

    frames: int = 0
    table: str = ""
    """The hash of the table's values when they were last sent; empty if they were never sent."""

    @classmethod
    def read(cls, text: str) -> "Seen":
        """Returns what the id of an event encodes; the id's hash may be absent.

        For any other text, returns `Seen()`, which means that nothing has been received.
        """
        frames, _, table = text.partition(".")
        return cls(int(frames), table[:32]) if frames.isascii() and frames.isdecimal() and len(frames) < 7 else cls()

    def event(self, name: str, data: str) -> bytes:
        """Returns the bytes of an event with this name and data; the event's id encodes this `Seen`."""
        return f"id: {self.frames}.{self.table}\nevent: {name}\ndata: {data}\n\n".encode()


class Stops:
    """A flag that ends all streams; it is set before the server ends, so that the server need not wait for browsers."""

    def __init__(self) -> None:
        self.stopped = False


class Sent:
    """The record of the events that were sent to one follower with one role; its method `next` determines the next
    event.
    """

    def __init__(self, table: Table, role: Role, seen: Seen, language: str) -> None:
        self._table, self._role, self._seen, self._language = table, role, seen, language
        self._spec = ""
        self._turn_id: int | None = None
        self._turn_told = role.seat is None
        """Whether this stream has sent an event about the turn; always True for a viewer without a seat.

        Every stream to a seat sends such an event, even if no turn is due. The page may still show a turn that ended
        before the viewer reconnected.
        """

    def next(self) -> bytes | None:
        """Returns the next event to send; None if there is nothing new."""
        return self._of_table() or self._of_frames() or self._of_turn()

    def _of_table(self) -> bytes | None:
        told = text_of(told_in(self._table.told(self._role), self._language))
        digest = blake2b(told.encode(), digest_size=8).hexdigest()
        if digest == self._seen.table:
            return None
        self._seen = self._seen._replace(table=digest)
        return self._seen.event("table", told)

    def _of_frames(self) -> bytes | None:
        ledger, eyes = self._table.ledger, self._role.eyes
        count = ledger.count()
        if not count or (count <= self._seen.frames and ledger.spec(eyes) == self._spec):
            return None
        self._spec, begin = ledger.spec(eyes), min(count, self._seen.frames)
        self._seen = self._seen._replace(frames=min(count, begin + MOST_AT_ONCE))
        frames = ledger.frames(eyes, begin, self._seen.frames)
        return self._seen.event("frames", f'{{"spec":{self._spec},"frames":{frames}}}')

    def _of_turn(self) -> bytes | None:
        owed = self._table.turn(self._role.seat)
        turn_id = owed.turn_id if owed else None
        if turn_id == self._turn_id and (self._turn_told or not self._seen.frames):
            return None
        if not owed and not self._turn_told and self._table.awaits(self._role.seat):
            return None  # after a restart, the same turn will soon be sent again
        self._turn_id, self._turn_told = turn_id, True
        return self._seen.event("turn", text_of(owed and {**owed._asdict(), "step": owed.turn_id}))


async def follow(
    table: Table, who: Callable[[], Role], seen: Seen, stops: Stops, language: str
) -> AsyncGenerator[bytes, None]:
    """Yields the events for a follower of a table, with sentences in the given language.

    The stream ends when `who()` returns a role other than its first one, because the seat may then belong to another
    person.
    """
    role = who()
    sent = Sent(table, role, seen, language)
    table.arrived(role.eyes)
    try:
        yield BEAT
        while not (stops.stopped or table.removed) and who() == role:
            changed = table.ledger.changed
            if event := sent.next():
                yield event
                continue
            try:
                async with asyncio.timeout(BEAT_S):
                    await changed.wait()
            except TimeoutError:
                yield BEAT
        if table.removed:
            yield REMOVED
    finally:
        table.departed(role.eyes)
