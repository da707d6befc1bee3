"""The interface of a line: the arena's end of a stream of messages."""

from typing import Protocol

from arena.protocol.conversation import Refusal


class Line(Protocol):
    """Carries messages of the protocol both ways, as bytes; arena.protocol encodes and decodes them."""

    async def read(self) -> bytes | None:
        """The other side's next message; None after its last one, or when it is gone."""

    async def write(self, data: bytes) -> None:
        """Sends a message; returns when the other side has room for the next."""

    async def refuse(self, refusal: Refusal) -> None:
        """Ends the line with a refusal as the reason; nothing is read or written afterwards."""
