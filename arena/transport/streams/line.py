"""The interface of a line, which is the arena's end of a stream of messages to and from a player."""

from typing import Protocol

from arena.protocol.conversation import Refusal


class Line(Protocol):
    """Carries messages of the protocol in both directions, as bytes; arena.protocol encodes and decodes them."""

    async def read(self) -> bytes | None:
        """Returns the player's next message; None after its last message, or if the player has disconnected."""

    async def write(self, data: bytes) -> None:
        """Sends a message; returns when the player can accept the next one."""

    async def refuse(self, refusal: Refusal) -> None:
        """Ends the line, and sends the player the refusal as the reason; carries no message afterwards."""
