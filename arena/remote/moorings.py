"""The places at a gate where connectors attach, one for each remote bot."""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import grpc

from arena.remote.link import MEASURED
from arena.remote.v1.remote_pb2 import Offer
from arena.remote.visiting import Remote

MOST_COMING: Final = 2
"""The most streams that have sent the token of one bot and not offered it yet."""


class RefusedError(Exception):
    """A connector is refused, with a gRPC status."""

    def __init__(self, status: grpc.StatusCode, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Mooring:
    """The place of one remote bot at a gate; one connection at a time holds it, each in its own task."""

    def __init__(self, remote: Remote, *, patient: bool = False) -> None:
        """`patient`: whether matches with the remote wait to begin until a connector is there."""
        self.remote = remote
        self._patient = patient
        if patient:
            remote.there.clear()
        self.expected = False
        """Whether a connector was there that has not been told that all is over."""
        self.round_trips_us: deque[int] = deque(maxlen=MEASURED)
        self._serving: asyncio.Task[None] | None = None
        self._coming = 0

    def taken(self) -> bool:
        """Whether a connector is there."""
        return self._serving is not None

    @contextmanager
    def coming(self) -> Iterator[None]:
        """Within the block, a stream has sent the token but no offer; raises RefusedError if there are too many."""
        if self._coming >= MOST_COMING:
            sentence = f"{MOST_COMING} connections with the token of {self.remote.name} have offered nothing yet"
            raise RefusedError(grpc.StatusCode.RESOURCE_EXHAUSTED, f"{sentence}; try again later")
        self._coming += 1
        try:
            yield
        finally:
            self._coming -= 1

    async def take(self, offer: Offer) -> None:
        """Takes the mooring for this task; ends the task that holds it if both carry the same process.

        Raises RefusedError if another connector holds it.
        """
        while before := self._serving:
            process, name = self.remote.process, self.remote.name
            if not process or offer.process != process.id:
                raise RefusedError(
                    grpc.StatusCode.ALREADY_EXISTS, f"{name} is offered by another connector at this moment"
                )
            before.cancel()
            await asyncio.wait((before,))  # meanwhile yet another may have taken it
        self._serving, self.expected = asyncio.current_task(), True
        self.remote.there.set()

    def leave(self) -> None:
        """Frees the mooring; called by the task that holds it."""
        self._serving = None
        if self._patient:
            self.remote.there.clear()
