"""Reads what a process prints, and keeps the last lines."""

import asyncio
import os
from typing import Final

from arena.transport.processes.keeper import Keeper

TAIL_BYTES: Final = 4_096
TAIL_LINES: Final = 20
READ_BYTES: Final = 65_536
"""At a time; as much as waits in a pipe."""
READ_PAUSE_S: Final = 0.01


class Output:
    """The reading end of the pipe to which a process writes its standard output and its standard error."""

    def __init__(self, descriptor: int, keeper: Keeper | None) -> None:
        """Reads from now on; the descriptor is closed with this."""
        os.set_blocking(descriptor, False)
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when nobody can write to it any more."""
        self._descriptor = descriptor
        self._keeper = keeper
        self._tail = bytearray()
        self._pause: asyncio.TimerHandle | None = None
        self._listen()

    def begin(self, match: bytes) -> None:
        """What is written from now on belongs to the match of this id."""
        if self._keeper:
            if self._descriptor >= 0:
                self._take()
            self._keeper.begin(match)

    def tail(self) -> str:
        """The last lines."""
        return "\n".join(self._tail.decode("utf-8", "replace").splitlines()[-TAIL_LINES:])

    def close(self) -> None:
        """Reads no more; may be said again."""
        if self._descriptor < 0:
            return
        if self._pause:
            self._pause.cancel()
        asyncio.get_running_loop().remove_reader(self._descriptor)
        os.close(self._descriptor)
        self._descriptor = -1
        if self._keeper:
            self._keeper.close()

    def _listen(self) -> None:
        asyncio.get_running_loop().add_reader(self._descriptor, self._read)

    def _read(self) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._descriptor)
        self._take()
        if not self.ended.done():
            self._pause = loop.call_later(READ_PAUSE_S, self._listen)

    def _take(self) -> None:
        """Takes what waits."""
        try:
            chunk = os.read(self._descriptor, READ_BYTES)
        except BlockingIOError:
            return
        if not chunk:
            if not self.ended.done():
                self.ended.set_result(None)
            return
        self._tail += chunk
        del self._tail[:-TAIL_BYTES]
        if self._keeper:
            self._keeper.write(chunk)
