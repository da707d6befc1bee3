"""The interface of a line: the arena's end of a connection over which a player sends and receives messages."""

from typing import Protocol

from arena.protocol.conversation import Refusal


class Line(Protocol):
    """Carries messages of the protocol in both directions, as bytes; arena.protocol encodes and decodes them."""

    async def read(self) -> bytes | None:
        """Returns the player's next message; None if the player has sent its last message or has disconnected."""

    async def write(self, data: bytes) -> None:
        """Sends a message; returns when the player can accept the next one."""

    async def refuse(self, refusal: Refusal) -> None:
        """Ends the line, and sends the player the refusal as the reason; carries no message afterwards."""
