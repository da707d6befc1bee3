"""The messages that wait to be sent to a bot, joined into batches.

A bot reads the starts of a batch first, then the turns, then the ends. If it would so be in more matches than it can
play, the parts that wait are sent first, as a batch of their own.
"""

from typing import Final

from arena.protocol.turns import encode_batch

MOST_BATCH_BYTES: Final = 2 << 20
"""The most bytes of a batch, unless one part is larger: gRPC refuses messages over 4 MiB unless a bot allows them."""


class Outbox:
    """The messages that wait for one bot, which can play `max_matches` matches at the same time."""

    __slots__ = ("_bytes", "_ends", "_known_matches", "_max_matches", "_messages", "_parts")

    def __init__(self, max_matches: int) -> None:
        self._max_matches = max_matches
        self._known_matches = 0
        """How many matches the bot must know at once until it has read the ends of matches that wait here."""
        self._messages: list[bytes] = []
        """Complete messages, which are sent before the parts below."""
        self._parts: list[bytes] = []
        self._bytes = 0
        """The size of these parts in bytes."""
        self._ends = 0
        """How many of these parts are ends of matches."""

    def add_start(self, part: bytes) -> None:
        """Adds the start of a match to the batch; completes the batch first if the bot could not play another match."""
        if self._known_matches >= self._max_matches:
            self._complete_batch()
        self._known_matches += 1
        self.add(part)

    def add_end(self, part: bytes) -> None:
        """Adds the end of a match to the batch."""
        self.add(part)
        self._ends += 1

    def add(self, part: bytes) -> None:
        """Adds a part to the batch; completes the batch first if it would become too large."""
        self._bytes += len(part)
        if self._bytes > MOST_BATCH_BYTES:
            self._complete_batch()
            self._bytes = len(part)
        self._parts.append(part)

    def add_message(self, message: bytes) -> None:
        """Adds a complete message, which is sent after all that waits."""
        self._complete_batch()
        self._messages.append(message)

    def take(self) -> list[bytes]:
        """Removes and returns all that waits, as complete messages, usually one."""
        self._complete_batch()
        messages, self._messages = self._messages, []
        return messages

    def clear(self) -> None:
        """Drops all that waits, because the bot is gone."""
        self._parts.clear()
        self._messages.clear()

    def _complete_batch(self) -> None:
        if self._parts:
            self._messages.append(encode_batch(self._parts))
            self._parts = []
            self._bytes = 0
        self._known_matches -= self._ends
        self._ends = 0
