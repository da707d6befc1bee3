"""Messages in both directions, each delivered once and in order even if connections are lost.

Rule 1: a message is kept until the other end confirms that it was read; a new connection goes on after what came.
Rule 2: waiting messages are bounded at both ends, because senders wait for room; a sender that does not wait is no
connector of ours, and is cut off.
"""

import asyncio
from collections import deque
from typing import Final

MOST_KEPT_BYTES: Final = 4 << 20
"""A sender waits while the other end has not yet read more bytes than this."""
MOST_UNREAD_BYTES: Final = 24 << 20
"""The most bytes that may come unread; a sender that waits as it should never exceeds this."""
EACH_BYTES: Final = 100
"""The bytes that are counted for each message in addition to its own."""


class BrokenError(Exception):
    """Raised if the other end broke the protocol."""


class LostError(Exception):
    """Raised if the connection is lost, for the reason in its text; another connection may continue the channel."""


class Channel:
    """One end of a channel. `connect` gives a connection a number, with which all that comes from it is passed in."""

    def __init__(self) -> None:
        self.came = 0
        """How many messages have come from the other end."""
        self._kept: deque[bytes] = deque()
        """Own messages that the other end has not confirmed."""
        self._kept_bytes = 0
        self._confirmed = 0
        """How many of the own messages the other end has confirmed."""
        self._sent = 0
        """How many of the own messages were sent on this connection or confirmed before; some of these may be lost."""
        self._told = 0
        """The last number of messages read that this end has told the other end."""
        self._unread: deque[bytes] = deque()
        self._unread_bytes = 0
        self._connection = 0
        self._closed = False
        self._room, self._due, self._arrived = (asyncio.Event() for _ in range(3))

    # The line: messages to and from the speaker at this end.

    async def write(self, data: bytes) -> None:
        """Sends a message, and returns when there is room for the next; does nothing once the channel is closed."""
        if self._closed:
            return
        self._kept.append(data)
        self._kept_bytes += len(data) + EACH_BYTES
        self._due.set()
        while self._kept_bytes > MOST_KEPT_BYTES and not self._closed:
            self._room.clear()
            await self._room.wait()

    async def read(self) -> bytes | None:
        """The other end's next message; None once the channel is closed and all messages are read."""
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
        """Closes the channel: later messages are neither written nor delivered; those written before are still sent."""
        self._closed = True
        for event in (self._room, self._due, self._arrived):
            event.set()

    def closed(self) -> bool:
        """Whether the channel is closed."""
        return self._closed

    # The connections: messages to and from the other end.

    def connect(self, came: int) -> int:
        """Begins a new connection, and returns its number; whatever the connection before still brings is ignored.

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
        """Takes a message that a connection has brought; raises BrokenError if too many are unread."""
        if connection != self._connection or self._closed:
            return
        self._unread.append(data)
        self._unread_bytes += len(data) + EACH_BYTES
        self.came += 1
        self._arrived.set()
        if self._unread_bytes > MOST_UNREAD_BYTES:
            raise BrokenError(f"{len(self._unread)} messages have arrived and are not read yet, which is too much")

    async def due(self, connection: int) -> tuple[list[bytes], int | None]:
        """Waits for something to send: messages, and the number read here if it is news (else None); no messages and
        None once all is over.

        Raises LostError if another connection has come, which then sends what is due.
        """
        while True:
            if connection != self._connection:
                raise LostError("a newer connection has replaced this connection")
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
            raise BrokenError(
                f"{count} messages are reported as received; only {self._confirmed} to {most} are possible"
            )
        for _ in range(count - self._confirmed):
            self._kept_bytes -= len(self._kept.popleft()) + EACH_BYTES
        self._confirmed = count
        self._sent = max(self._sent, count)
        if self._kept_bytes <= MOST_KEPT_BYTES:
            self._room.set()
