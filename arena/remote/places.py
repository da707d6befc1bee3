"""The places at a gate where connectors attach, one for each remote bot."""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import grpc

from arena.remote.link import MEASURED
from arena.remote.remote_player import Remote
from arena.remote.v1.remote_pb2 import Offer

MOST_COMING: Final = 2
"""The most streams that may have sent the token of one bot without having offered it yet."""


class RefusedError(Exception):
    """Raised if a connector is refused, with a gRPC status."""

    def __init__(self, status: grpc.StatusCode, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Place:
    """The place of one remote bot at a gate; the task of one connection at a time may hold it."""

    def __init__(self, remote: Remote, *, patient: bool = False) -> None:
        """`patient`: whether matches with the remote begin only while its connector is there."""
        self.remote = remote
        self._patient = patient
        if patient:
            remote.there.clear()
        self.expected = False
        """Whether a connector has been here and has not been told that all is over."""
        self.round_trips_us: deque[int] = deque(maxlen=MEASURED)
        self._serving: asyncio.Task[None] | None = None
        self._coming = 0

    def taken(self) -> bool:
        """Whether a connector holds this place."""
        return self._serving is not None

    @contextmanager
    def coming(self) -> Iterator[None]:
        """A context for a stream that has sent the token but no offer; raises RefusedError if there are too many."""
        if self._coming >= MOST_COMING:
            sentence = f"{MOST_COMING} connections with the token of {self.remote.name} have offered nothing yet"
            raise RefusedError(grpc.StatusCode.RESOURCE_EXHAUSTED, f"{sentence}; try again later")
        self._coming += 1
        try:
            yield
        finally:
            self._coming -= 1

    async def take(self, offer: Offer) -> None:
        """Takes the place for the current task; if another task with the same process holds it, ends that task first.

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
        """Frees the place; only the task that holds it may call this."""
        self._serving = None
        if self._patient:
            self.remote.there.clear()
