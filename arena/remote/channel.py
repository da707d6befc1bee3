"""Messages in both directions, each once and in order, across lost connections.

Rule 1: a message is kept until the other end confirms that it was read; a new connection goes on after what came.
Rule 2: waiting messages are bounded at both ends, because senders wait for room; a sender that does not wait is no
connector of ours, and is cut off.
"""

import asyncio
from collections import deque
from typing import Final

MOST_KEPT_BYTES: Final = 4 << 20
"""A sender waits while more bytes than this have not been read at the other end."""
MOST_UNREAD_BYTES: Final = 24 << 20
"""The most unread bytes; more than a sender that waits can send, its last message included."""
EACH_BYTES: Final = 100
"""The bytes counted for each message beside its own."""


class BrokenError(Exception):
    """The other end broke the protocol."""


class LostError(Exception):
    """The connection is lost, for the reason in its text; another may follow."""


class Channel:
    """One end of a channel; `connect` gives every connection a number, which must go with all that comes from there."""

    def __init__(self) -> None:
        self.came = 0
        """The number of the other end's messages that have come."""
        self._kept: deque[bytes] = deque()
        """Own messages that the other end has not confirmed."""
        self._kept_bytes = 0
        self._confirmed = 0
        """The number of own messages that the other end has confirmed."""
        self._sent = 0
        """The number of own messages that were sent, of which some may be lost."""
        self._told = 0
        """The number of its messages that the other end knows to have come or been read."""
        self._unread: deque[bytes] = deque()
        self._unread_bytes = 0
        self._connection = 0
        self._closed = False
        self._room, self._due, self._arrived = (asyncio.Event() for _ in range(3))

    # The line: messages to and from the speaker at this end.

    async def write(self, data: bytes) -> None:
        """Sends a message, and returns when there is room for the next; sends nothing once the channel is closed."""
        if self._closed:
            return
        self._kept.append(data)
        self._kept_bytes += len(data) + EACH_BYTES
        self._due.set()
        while self._kept_bytes > MOST_KEPT_BYTES and not self._closed:
            self._room.clear()
            await self._room.wait()

    async def read(self) -> bytes | None:
        """The other end's next message; None once the channel is closed and all are read."""
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
        """Closes the channel: nothing more is written or delivered, but what was written before is still sent."""
        self._closed = True
        for event in (self._room, self._due, self._arrived):
            event.set()

    def closed(self) -> bool:
        """Whether the channel is closed."""
        return self._closed

    # The connections: messages to and from the other end.

    def connect(self, came: int) -> int:
        """Begins a new connection, and returns its number; what the old one still brings is dropped.

        `came`: how many messages the other end says it has. Raises BrokenError.
        """
        self._confirm(came)
        self._connection += 1
        self._sent, self._told = self._confirmed, self.came
        self._due.set()
        return self._connection

    def confirm(self, connection: int, read: int) -> None:
        """Notes that the other end has read `read` messages; raises BrokenError."""
        if connection == self._connection:
            self._confirm(read)

    def deliver(self, connection: int, data: bytes) -> None:
        """Takes a message that has come; raises BrokenError if too many are unread."""
        if connection != self._connection or self._closed:
            return
        self._unread.append(data)
        self._unread_bytes += len(data) + EACH_BYTES
        self.came += 1
        self._arrived.set()
        if self._unread_bytes > MOST_UNREAD_BYTES:
            raise BrokenError(f"{len(self._unread)} messages came that nobody could read yet")

    async def due(self, connection: int) -> tuple[list[bytes], int | None]:
        """Waits for what to send: messages, and how many were read here if that is news; neither if it is closed.

        Raises LostError if another connection has come, which then sends what is due.
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
