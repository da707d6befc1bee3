"""Streams that tell the viewers of a list of tables when the list has changed.

Rule: the tables are checked once a second, however many viewers there are, and not at all while there is no viewer.
"""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Final

from arena.tables.service import TableService
from arena.web.tables.lobby import state_of
from arena.web.tables.streams import BEAT, BEAT_S

LOOK_S: Final = 1.0


class Lists:
    """The streams to all viewers of the lists of tables of one table service."""

    def __init__(self, table_service: TableService) -> None:
        self._table_service = table_service
        self._state = ""
        self._looked_s = -LOOK_S
        self._ended = asyncio.Event()

    def stop(self) -> None:
        """Ends the streams to all viewers."""
        self._ended.set()

    async def follow(self, seen: str) -> AsyncGenerator[bytes, None]:
        """Yields an event for each change of the lists, for a viewer who has seen them in the state `seen`."""
        yield BEAT
        told_s = time.monotonic()
        while not self._ended.is_set():
            state, now = self._now(), time.monotonic()
            if state != seen:
                seen, told_s = state, now
                yield f"id: {state}\nevent: tables\ndata: {state}\n\n".encode()
            elif now - told_s >= BEAT_S:
                told_s = now
                yield BEAT
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._ended.wait()

    def _now(self) -> str:
        if time.monotonic() - self._looked_s >= LOOK_S:
            self._state, self._looked_s = state_of(self._table_service), time.monotonic()
        return self._state
