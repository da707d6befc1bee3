"""The interface of a line: the arena's end of a stream of messages to a player."""

from typing import Protocol

from arena.protocol.conversation import Refusal


class Line(Protocol):
    """Carries messages of the protocol both ways, as bytes; arena.protocol encodes and decodes them."""

    async def read(self) -> bytes | None:
        """The player's next message; None after its last one, or if it is gone."""

    async def write(self, data: bytes) -> None:
        """Sends a message; returns when the player has room for the next."""

    async def refuse(self, refusal: Refusal) -> None:
        """Ends the line, and tells the player the refusal as the reason; nothing is read or written afterwards."""
