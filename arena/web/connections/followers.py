"""Streams that stay open to update the pages of followers, the viewers of an open page.

The number of streams is limited for each network address and in total.
"""

from collections import Counter
from collections.abc import AsyncIterator
from typing import Final

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from arena.errors import ArenaError
from arena.web.public_address import address_of

MOST: Final = 2_000
MOST_OF_ONE: Final = 200
"""The maximum number of open streams to one address, enough for a school class whose computers share an address."""
STREAM: Final = "text/event-stream"


class Followers:
    """The counts of open streams of one server, by the followers' addresses."""

    def __init__(self) -> None:
        self._there: Counter[str] = Counter()

    def stream(self, request: Request, events: AsyncIterator[bytes], *, sits: bool = False) -> "Stream":
        """Returns the stream that sends `events` to a follower.

        Raises ArenaError [too-many-followers] if too many streams are open. The limits do not apply to a follower with
        a seat at the table (`sits`).
        """
        if sits:
            return Stream(Counter(), "", events)
        address = address_of(request)
        if self._there[address] >= MOST_OF_ONE or self._there.total() >= MOST:
            raise ArenaError(
                "too-many-followers",
                "too many pages with live updates are open already, from your address or from all addresses together",
                "close another tab with such a page; to see news without live updates, load this page again",
            )
        return Stream(self._there, address, events)


class Stream(StreamingResponse):
    """The response that sends events to one follower."""

    def __init__(self, there: Counter[str], address: str, events: AsyncIterator[bytes]) -> None:
        super().__init__(events, media_type=STREAM, headers={"Cache-Control": "no-store"})
        self._there, self._address = there, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends events until the client or the server ends the stream."""
        self._there[self._address] += 1
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._there[self._address] -= 1
            if not self._there[self._address]:
                del self._there[self._address]
