"""Waits in an asyncio loop for input from pipes and for the ends of processes."""

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable
from multiprocessing import connection
from typing import Any, Final

from arena.system.kinds import FORKS

MOST_READ: Final = 65_536
LONGEST_WAIT_S: Final = 0.5
"""The seconds after which a waiting thread checks whether it is still needed."""
Waitable = Any
"""An object that can be waited for: a connection of multiprocessing, or the sentinel of a process."""


def when_ready(there: Waitable, call: Callable[[], object]) -> Callable[[], None]:
    """Makes the running event loop call `call` whenever the connection `there` has input. If `there` is the sentinel of
    a process, the call happens when the process has ended.

    Returns a function that stops the calls; it must be called in the loop. On systems where loops can wait only for
    sockets, a thread waits instead.
    """
    loop = asyncio.get_running_loop()
    if not FORKS:
        return _Waiter(loop, there, call).end
    file = there if isinstance(there, int) else there.fileno()
    loop.add_reader(file, call)

    def end() -> None:
        loop.remove_reader(file)

    return end


class _Waiter:
    """A thread that waits for input, and waits again only after the event loop has handled the input."""

    def __init__(self, loop: asyncio.AbstractEventLoop, there: Waitable, call: Callable[[], object]) -> None:
        self._loop, self._there, self._call = loop, there, call
        self._taken = threading.Event()
        self._ended = False
        threading.Thread(target=self._wait, daemon=True, name="waits for others").start()

    def end(self) -> None:
        """Stops calling `call`, and ends the thread."""
        self._ended = True
        self._taken.set()

    def _wait(self) -> None:
        while not self._ended:
            try:
                if not connection.wait([self._there], LONGEST_WAIT_S):
                    continue
                self._taken.clear()
                self._loop.call_soon_threadsafe(self._tell)
            except (OSError, RuntimeError):  # the connection or the loop is closed
                return
            self._taken.wait()

    def _tell(self) -> None:
        if not self._ended:
            self._call()
        self._taken.set()


class ReadingEnd:
    """The reading end of a pipe, for an event loop. After `listen`, the loop calls `ready` when there is input."""

    def __init__(self, descriptor: int, ready: Callable[[], object]) -> None:
        self._descriptor, self._ready = descriptor, ready
        self._loop = asyncio.get_running_loop()
        os.set_blocking(descriptor, False)

    def listen(self) -> None:
        """Starts calling `ready` whenever input waits."""
        self._loop.add_reader(self._descriptor, self._ready)

    def rest(self) -> None:
        """Stops calling `ready` until `listen` is called again."""
        self._loop.remove_reader(self._descriptor)

    def take(self, most: int) -> bytes:
        """Reads at most `most` bytes; empty at the end of the input. Raises BlockingIOError if no input waits yet."""
        return os.read(self._descriptor, most)

    def close(self) -> None:
        """Stops reading, and closes the descriptor."""
        self.rest()
        os.close(self._descriptor)


class ReadingThread:
    """A replacement for ReadingEnd in event loops that can wait only for sockets: a thread reads the pipe, and stores
    the input until `take` fetches it.
    """

    def __init__(self, descriptor: int, ready: Callable[[], object]) -> None:
        self._descriptor, self._ready = descriptor, ready
        self._loop = asyncio.get_running_loop()
        self._listening = self._closed = False
        self._chunk: bytes | None = None
        self._taken = threading.Event()
        threading.Thread(target=self._read, daemon=True, name="reads what a bot prints").start()

    def listen(self) -> None:
        """Starts calling `ready` whenever input waits."""
        self._listening = True
        if self._chunk is not None:
            self._loop.call_soon(self._tell)

    def rest(self) -> None:
        """Stops calling `ready` until `listen` is called again."""
        self._listening = False

    def take(self, most: int) -> bytes:
        """Returns at most `most` bytes of the stored input; empty at the end of the input. Raises BlockingIOError if no
        input is stored yet.
        """
        chunk = self._chunk
        if chunk is None:
            raise BlockingIOError
        if chunk:
            self._chunk = chunk[most:] or None
            if self._chunk is None:
                self._taken.set()
        return chunk[:most]

    def close(self) -> None:
        """Discards all later input. The thread closes the pipe when no writer is left."""
        self.rest()
        self._closed = True
        self._taken.set()

    def _read(self) -> None:
        while True:
            try:
                chunk = os.read(self._descriptor, MOST_READ)
            except OSError:
                chunk = b""
            self._taken.clear()
            if not self._closed:
                self._chunk = chunk
                with contextlib.suppress(RuntimeError):  # the loop is closed
                    self._loop.call_soon_threadsafe(self._tell)
            if not chunk:
                break
            if not self._closed:
                self._taken.wait()
        os.close(self._descriptor)

    def _tell(self) -> None:
        if self._listening and self._chunk is not None:
            self._ready()
