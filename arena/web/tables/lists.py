"""Streams to viewers of a list of tables; an event reports that the list has changed.

Rule: the tables are checked once a second, independently of the number of viewers, and not at all without viewers.
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
    """The streams of one table service to all viewers of its lists of tables."""

    def __init__(self, table_service: TableService) -> None:
        self._table_service = table_service
        self._state = ""
        self._looked_s = -LOOK_S
        self._ended = asyncio.Event()

    def stop(self) -> None:
        """Ends all streams to viewers of lists."""
        self._ended.set()

    async def follow(self, seen: str) -> AsyncGenerator[bytes, None]:
        """Yields an event whenever the list of tables differs from the one that the viewer last saw.

        `seen`: the hash of the list that the viewer last saw, from `state_of`; empty if the viewer has seen none.
        """
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
