"""The interface of a line: the arena's end of a stream of messages."""

from typing import Protocol

from arena.protocol.conversation import Refusal


class Line(Protocol):
    """Messages of the protocol as bytes, both ways; the protocol floor writes and reads them."""

    async def read(self) -> bytes | None:
        """The other side's next message; None when it has said its last, or is gone."""

    async def write(self, data: bytes) -> None:
        """Sends a message; returns when the other side has room for the next."""

    async def refuse(self, refusal: Refusal) -> None:
        """Ends it with the reason why; nothing is read or written any more."""
