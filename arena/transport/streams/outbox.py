"""Messages that wait to be sent to a bot, joined into batches.

A bot reads the starts of a batch first, then the turns, then the ends. If it would so be in more matches than it can
play, the parts that wait are sent first, as a batch of their own.
"""

from typing import Final

from arena.protocol.turns import encode_batch

MOST_BATCH_BYTES: Final = 2 << 20
"""The largest batch, unless one part is larger: gRPC refuses messages over 4 MiB unless a bot allows them."""


class Outbox:
    """The messages for one bot, which can play `max_matches` matches at the same time."""

    __slots__ = ("_bytes", "_ends", "_known_matches", "_max_matches", "_messages", "_parts")

    def __init__(self, max_matches: int) -> None:
        self._max_matches = max_matches
        self._known_matches = 0
        """How many matches the bot must keep track of until it has read the ends that wait."""
        self._messages: list[bytes] = []
        """Complete messages, which are sent before the parts below."""
        self._parts: list[bytes] = []
        self._bytes = 0
        """The size of the parts."""
        self._ends = 0
        """How many of the parts are ends of matches."""

    def add_start(self, part: bytes) -> None:
        """Adds the start of a match."""
        if self._known_matches >= self._max_matches:
            self._complete_batch()
        self._known_matches += 1
        self.add(part)

    def add_end(self, part: bytes) -> None:
        """Adds the end of a match."""
        self.add(part)
        self._ends += 1

    def add(self, part: bytes) -> None:
        """Adds any other part."""
        self._bytes += len(part)
        if self._bytes > MOST_BATCH_BYTES:
            self._complete_batch()
            self._bytes = len(part)
        self._parts.append(part)

    def add_message(self, message: bytes) -> None:
        """Adds a whole message as it is, after all that waits."""
        self._complete_batch()
        self._messages.append(message)

    def take(self) -> list[bytes]:
        """Removes and returns all that waits, as messages, mostly one."""
        self._complete_batch()
        messages, self._messages = self._messages, []
        return messages

    def clear(self) -> None:
        """Drops all that waits: the bot is gone."""
        self._parts.clear()
        self._messages.clear()

    def _complete_batch(self) -> None:
        if self._parts:
            self._messages.append(encode_batch(self._parts))
            self._parts = []
            self._bytes = 0
        self._known_matches -= self._ends
        self._ends = 0
