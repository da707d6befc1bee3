"""The messages that wait to be sent to a bot, joined into batches.

A bot reads all starts of matches in a batch first, then the turns, then the ends. So a match whose end is in the batch
is not over yet when the bot reads the starts. A start that would exceed the bot's limit of matches begins a new batch.
"""

from typing import Final

from arena.protocol.turns import encode_batch

MOST_BATCH_BYTES: Final = 2 << 20
"""The most bytes of a batch; only a batch of one start, turn or end may be larger. The limit is well below 4 MiB,
because gRPC refuses larger messages unless a bot allows them.
"""


class Outbox:
    """The messages that wait for one bot, which can play `max_matches` matches at the same time."""

    __slots__ = ("_bytes", "_ends", "_known_matches", "_max_matches", "_messages", "_parts")

    def __init__(self, max_matches: int) -> None:
        self._max_matches = max_matches
        self._known_matches = 0
        """The number of matches that the bot plays; a match counts until the batch with its end is complete."""
        self._messages: list[bytes] = []
        """Complete messages, which are sent before the parts in `_parts`."""
        self._parts: list[bytes] = []
        self._bytes = 0
        """The total size in bytes of `_parts`, the encoded starts, turns and ends in the incomplete batch."""
        self._ends = 0
        """The number of ends of matches in `_parts`."""

    def add_start(self, part: bytes) -> None:
        """Adds the start of a match to the batch; begins a new batch if the bot plays `max_matches` matches already."""
        if self._known_matches >= self._max_matches:
            self._complete_batch()
        self._known_matches += 1
        self.add(part)

    def add_end(self, part: bytes) -> None:
        """Adds the encoded end of a match to the batch."""
        self.add(part)
        self._ends += 1

    def add(self, part: bytes) -> None:
        """Adds an encoded start, turn or end to the batch; begins a new batch if MOST_BATCH_BYTES would be exceeded."""
        self._bytes += len(part)
        if self._bytes > MOST_BATCH_BYTES:
            self._complete_batch()
            self._bytes = len(part)
        self._parts.append(part)

    def add_message(self, message: bytes) -> None:
        """Adds a complete message, which is sent after everything that is already waiting."""
        self._complete_batch()
        self._messages.append(message)

    def take(self) -> list[bytes]:
        """Removes and returns everything that is waiting, as complete messages; usually this is a single message."""
        self._complete_batch()
        messages, self._messages = self._messages, []
        return messages

    def clear(self) -> None:
        """Drops everything that is waiting, because the bot has disconnected."""
        self._parts.clear()
        self._messages.clear()

    def _complete_batch(self) -> None:
        if self._parts:
            self._messages.append(encode_batch(self._parts))
            self._parts = []
            self._bytes = 0
        self._known_matches -= self._ends
        self._ends = 0
