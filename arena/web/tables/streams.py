"""What is sent to who follows a table: the frames that follow, the turn that is owed, and who sits.

Rule 1: nobody has a queue. An event's id says what was seen up to it, so whoever comes back with it, or was slow, is
sent what follows from there.
Rule 2: what is sent is made for the eyes of who asks; nothing is left to the browser to hide.
"""

import asyncio
from collections.abc import AsyncGenerator
from hashlib import blake2b
from typing import Final, NamedTuple

from arena.tables.story import text_of
from arena.tables.table import Role, Table, Turn
from arena.web.languages import told_in

BEAT_S: Final = 15.0
BEAT: Final = b"event: beat\ndata: null\n\n"
"""An event, not a comment: a browser's scripts are to hear that the line is alive."""
MOST_AT_ONCE: Final = 64
"""Frames in one event."""


class Seen(NamedTuple):
    """What a browser has been sent, as the id of an event tells it."""

    frames: int = 0
    table: str = ""
    """The digest of what it was told of the table."""

    @classmethod
    def read(cls, text: str) -> "Seen":
        """From an id, or a number of frames; anything else is nothing."""
        frames, _, table = text.partition(".")
        return cls(int(frames), table[:32]) if frames.isascii() and frames.isdecimal() and len(frames) < 7 else cls()

    def event(self, name: str, data: str) -> bytes:
        """An event after which this was seen."""
        return f"id: {self.frames}.{self.table}\nevent: {name}\ndata: {data}\n\n".encode()


class Stops:
    """Ends streams before the server ends, so that it need not wait for browsers."""

    def __init__(self) -> None:
        self.stopped = False


async def follow(table: Table, role: Role, seen: Seen, stops: Stops, language: str) -> AsyncGenerator[bytes, None]:
    """What is sent to one who follows, its sentences in a language."""
    eyes = role.eyes
    table.arrived(eyes)
    try:
        yield BEAT
        turn: Turn | None = None
        spec = ""
        while not stops.stopped:
            changed = table.changed
            told = text_of(told_in(table.told(role), language))
            digest = blake2b(told.encode(), digest_size=8).hexdigest()
            if digest != seen.table:
                seen = seen._replace(table=digest)
                yield seen.event("table", told)
            while (count := table.count()) and (count > seen.frames or table.spec(eyes) != spec):
                spec, begin = table.spec(eyes), min(count, seen.frames)
                seen = seen._replace(frames=min(count, begin + MOST_AT_ONCE))
                yield seen.event("frames", f'{{"spec":{spec},"frames":{table.frames(eyes, begin, seen.frames)}}}')
            owed = table.turn(role.seat)
            if (owed and owed.turn_id) != (turn and turn.turn_id):
                turn = owed
                yield seen.event("turn", text_of(owed and {**owed._asdict(), "step": owed.turn_id}))
            try:
                async with asyncio.timeout(BEAT_S):
                    await changed.wait()
            except TimeoutError:
                yield BEAT
    finally:
        table.departed(eyes)
