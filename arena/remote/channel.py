"""Messages in both directions, each once and in order, across lost connections.

Rule 1: what was sent is kept until the other end says that it was read there; a new connection begins behind what came.
Rule 2: what waits is bounded at both ends, because senders wait for room; one that does not wait is no connector of
ours.
"""

import asyncio
from collections import deque
from typing import Final

MOST_KEPT_BYTES: Final = 4 << 20
"""What is sent waits when so much has not been read."""
MOST_UNREAD_BYTES: Final = 24 << 20
"""More than one who waits can have sent, his last message included."""
EACH_BYTES: Final = 100
"""What a message takes beside its bytes."""


class BrokenError(Exception):
    """The other end said what cannot be."""


class LostError(Exception):
    """The connection is lost, and why; another may follow."""


class Channel:
    """One end; `connect` is said of every connection, and the number it gives in all that comes from there."""

    def __init__(self) -> None:
        self.came = 0
        """How many of the other end's messages have come."""
        self._kept: deque[bytes] = deque()
        """Own messages that the other end may not have."""
        self._kept_bytes = 0
        self._confirmed = 0
        """How many it has."""
        self._sent = 0
        """How many it has been sent, of which some may be lost."""
        self._told = 0
        """How many of its messages it knows to have come or to be read."""
        self._unread: deque[bytes] = deque()
        self._unread_bytes = 0
        self._connection = 0
        self._closed = False
        self._room, self._due, self._arrived = (asyncio.Event() for _ in range(3))

    # To and from whoever speaks here: a line.

    async def write(self, data: bytes) -> None:
        """Sends a message; returns when there is room for the next. Nothing is sent once it is closed."""
        if self._closed:
            return
        self._kept.append(data)
        self._kept_bytes += len(data) + EACH_BYTES
        self._due.set()
        while self._kept_bytes > MOST_KEPT_BYTES and not self._closed:
            self._room.clear()
            await self._room.wait()

    async def read(self) -> bytes | None:
        """The other end's next message; None when it is closed."""
        while not self._unread:
            if self._closed:
                return None
            self._arrived.clear()
            await self._arrived.wait()
        data = self._unread.popleft()
        self._unread_bytes -= len(data) + EACH_BYTES
        self._due.set()
        return data

    def close(self) -> None:
        """Nothing more is said or heard; what was said before is still sent."""
        self._closed = True
        for event in (self._room, self._due, self._arrived):
            event.set()

    def closed(self) -> bool:
        """Whether nothing more is said."""
        return self._closed

    # To and from connections.

    def connect(self, came: int) -> int:
        """A new connection; `came`: how many messages the other end says to have. What the last one brings is dropped.

        Raises BrokenError.
        """
        self._confirm(came)
        self._connection += 1
        self._sent, self._told = self._confirmed, self.came
        self._due.set()
        return self._connection

    def confirm(self, connection: int, read: int) -> None:
        """The other end has read so many messages; raises BrokenError."""
        if connection == self._connection:
            self._confirm(read)

    def deliver(self, connection: int, data: bytes) -> None:
        """A message has come; raises BrokenError."""
        if connection != self._connection or self._closed:
            return
        self._unread.append(data)
        self._unread_bytes += len(data) + EACH_BYTES
        self.came += 1
        self._arrived.set()
        if self._unread_bytes > MOST_UNREAD_BYTES:
            raise BrokenError(f"{len(self._unread)} messages came that nobody could read yet")

    async def due(self, connection: int) -> tuple[list[bytes], int | None]:
        """What is to be sent now: messages, and how many were read here if that is news; nothing once it is closed.

        Raises LostError where another connection has come: what is due is that one's.
        """
        while True:
            if connection != self._connection:
                raise LostError("another connection goes on")
            self._due.clear()
            messages = [self._kept[place] for place in range(self._sent - self._confirmed, len(self._kept))]
            self._sent += len(messages)
            read = self.came - len(self._unread)
            news = read if read > self._told else None
            self._told = max(self._told, read)
            if messages or news is not None or self._closed:
                return messages, news
            await self._due.wait()

    def _confirm(self, count: int) -> None:
        most = self._confirmed + len(self._kept)
        if not self._confirmed <= count <= most:
            raise BrokenError(f"{count} messages are said to have come; it can be {self._confirmed} to {most}")
        for _ in range(count - self._confirmed):
            self._kept_bytes -= len(self._kept.popleft()) + EACH_BYTES
        self._confirmed = count
        self._sent = max(self._sent, count)
        if self._kept_bytes <= MOST_KEPT_BYTES:
            self._room.set()
