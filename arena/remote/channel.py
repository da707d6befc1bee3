"""A channel: messages in both directions, each delivered once and in order, even if connections are lost.

Rule 1: each end keeps the messages that it has sent until the other end confirms that they were read. When a new
connection replaces a lost one, each end reports how many messages it has received, and the other end continues with the
first message after these.
Rule 2: an end with too many unconfirmed messages waits before it writes another message. So the stored messages are
limited at both ends. If a sender does not wait, the receiver cuts it off.
"""

import asyncio
from collections import deque
from typing import Final

MOST_KEPT_BYTES: Final = 4 << 20
"""The most bytes of a sender's unconfirmed messages. A sender that exceeds this limit waits before it writes another
message.
"""
MOST_UNREAD_BYTES: Final = 24 << 20
"""The most bytes of received messages that may be unread; if there are more, the receiver raises BrokenError. A sender
that waits for confirmations never causes this error.
"""
EACH_BYTES: Final = 100
"""The bytes that are added to each message's length when MOST_KEPT_BYTES and MOST_UNREAD_BYTES are checked. So these
limits also apply to many tiny messages.
"""


class BrokenError(Exception):
    """The error for a violation of the protocol by the other end."""


class LostError(Exception):
    """The error for a lost connection, with the reason as its text; a later connection may continue the channel."""


class Channel:
    """One end of a channel. Each connection that carries the channel gets a number from `connect`, and the caller
    passes this number with each message received on the connection.
    """

    def __init__(self) -> None:
        self.came = 0
        """The number of messages received from the other end."""
        self._kept: deque[bytes] = deque()
        """The messages written at this end that the other end has not confirmed."""
        self._kept_bytes = 0
        self._confirmed = 0
        """The number of messages written at this end that the other end has confirmed."""
        self._sent = 0
        """The number of messages written at this end that need not be sent on the present connection: the confirmed
        messages, and those that were sent on this connection.
        """
        self._told = 0
        """The number of read messages that this end last reported to the other end."""
        self._unread: deque[bytes] = deque()
        self._unread_bytes = 0
        self._connection = 0
        self._closed = False
        self._room, self._due, self._arrived = (asyncio.Event() for _ in range(3))

    # The methods for the program at this end.

    async def write(self, data: bytes) -> None:
        """Sends a message, and returns when there is space for another one; does nothing if the channel is closed."""
        if self._closed:
            return
        self._kept.append(data)
        self._kept_bytes += len(data) + EACH_BYTES
        self._due.set()
        while self._kept_bytes > MOST_KEPT_BYTES and not self._closed:
            self._room.clear()
            await self._room.wait()

    async def read(self) -> bytes | None:
        """Returns the next message from the other end; None if the channel is closed and all messages are read."""
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
        """Closes the channel: later messages are neither sent nor delivered, but messages written before are still
        sent.
        """
        self._closed = True
        for event in (self._room, self._due, self._arrived):
            event.set()

    def closed(self) -> bool:
        """Returns whether the channel is closed, so that new messages are neither sent nor delivered."""
        return self._closed

    # The methods for connections to the other end.

    def connect(self, came: int) -> int:
        """Begins a new connection, and returns its number; from now on, messages from earlier connections are ignored.

        `came`: the number of messages that the other end reports as received. Raises BrokenError if this number is
        impossible.
        """
        self._confirm(came)
        self._connection += 1
        self._sent, self._told = self._confirmed, self.came
        self._due.set()
        return self._connection

    def confirm(self, connection: int, read: int) -> None:
        """Records that the other end has read the first `read` messages; raises BrokenError if this number is
        impossible.
        """
        if connection == self._connection:
            self._confirm(read)

    def deliver(self, connection: int, data: bytes) -> None:
        """Accepts a message from a connection; raises BrokenError if too many messages are unread."""
        if connection != self._connection or self._closed:
            return
        self._unread.append(data)
        self._unread_bytes += len(data) + EACH_BYTES
        self.came += 1
        self._arrived.set()
        if self._unread_bytes > MOST_UNREAD_BYTES:
            raise BrokenError(f"{len(self._unread)} messages have arrived and are not read yet, which is too much")

    async def due(self, connection: int) -> tuple[list[bytes], int | None]:
        """Waits until there is something to send, and returns it: the messages, and the number of messages read at this
        end. The number is None if the other end knows it already.

        If the channel is closed and nothing is left to send, returns an empty list and None. Raises LostError if a
        newer connection has replaced this one.
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
