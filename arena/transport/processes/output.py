"""Reads the output of a process, stores its last lines, and passes the whole output to a keeper (if there is one),
which saves it in files.
"""

import asyncio
from typing import Final

from arena.system.kinds import FORKS
from arena.system.waiting import ReadingEnd, ReadingThread
from arena.transport.processes.keeper import Keeper

TAIL_BYTES: Final = 4_096
TAIL_LINES: Final = 20
READ_BYTES: Final = 65_536
"""The most bytes that are read at a time: as many as a pipe can hold."""
READ_PAUSE_S: Final = 0.01


class Output:
    """The reading end of the pipe to which a process writes its standard output and its standard error."""

    def __init__(self, descriptor: int, keeper: Keeper | None) -> None:
        """Begins to read from `descriptor`, which `close` closes.

        `keeper` receives the whole output; if it is None, only the last lines are stored.
        """
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """A future that is done when no process can write to the pipe any more."""
        self._end = (ReadingEnd if FORKS else ReadingThread)(descriptor, self._read)
        self._closed = False
        self._keeper = keeper
        self._tail = bytearray()
        self._pause: asyncio.TimerHandle | None = None
        self._end.listen()

    def begin(self, match: bytes) -> None:
        """Stores the output that arrives from now on as output of the match with this id."""
        if self._keeper:
            if not self._closed:
                self._take()
            self._keeper.begin(match)

    def tail(self) -> str:
        """The last lines that the process printed, at most TAIL_LINES."""
        return "\n".join(self._tail.decode("utf-8", "replace").splitlines()[-TAIL_LINES:])

    def close(self) -> None:
        """Stops reading and closes the pipe; may be called again."""
        if self._closed:
            return
        self._closed = True
        if self._pause:
            self._pause.cancel()
        self._end.close()
        if self._keeper:
            self._keeper.close()

    def _read(self) -> None:
        self._end.rest()
        self._take()
        if not self.ended.done():
            self._pause = asyncio.get_running_loop().call_later(READ_PAUSE_S, self._end.listen)

    def _take(self) -> None:
        """Reads the bytes that are in the pipe now, adds them to the stored last lines, and passes them to the keeper
        if there is one.
        """
        try:
            chunk = self._end.take(READ_BYTES)
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
