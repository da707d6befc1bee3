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
"""Streams with the token of one bot that have not offered it yet."""


class RefusedError(Exception):
    """A connector is refused, with a status of gRPC."""

    def __init__(self, status: grpc.StatusCode, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Mooring:
    """One connection at a time has it, each in a task of its own."""

    def __init__(self, remote: Remote, *, patient: bool = False) -> None:
        """`patient`: whether no match begins with the remote while no connector is there."""
        self.remote = remote
        self._patient = patient
        if patient:
            remote.there.clear()
        self.expected = False
        """Whether a connector was there that was not told that all is over."""
        self.round_trips_us: deque[int] = deque(maxlen=MEASURED)
        self._serving: asyncio.Task[None] | None = None
        self._coming = 0

    def taken(self) -> bool:
        """Whether a connector is there."""
        return self._serving is not None

    @contextmanager
    def coming(self) -> Iterator[None]:
        """While a stream has shown the token, and nothing more; raises RefusedError where there are too many."""
        if self._coming >= MOST_COMING:
            sentence = f"{MOST_COMING} connections with the token of {self.remote.name} have offered nothing yet"
            raise RefusedError(grpc.StatusCode.RESOURCE_EXHAUSTED, f"{sentence}; try again later")
        self._coming += 1
        try:
            yield
        finally:
            self._coming -= 1

    async def take(self, offer: Offer) -> None:
        """For the task that runs; ends another where this one goes on with the same process. Raises RefusedError."""
        while before := self._serving:
            process, name = self.remote.process, self.remote.name
            if not process or offer.process != process.id:
                raise RefusedError(
                    grpc.StatusCode.ALREADY_EXISTS, f"{name} is offered by another connector at this moment"
                )
            before.cancel()
            await asyncio.wait((before,))  # and meanwhile one more may have come, and taken it
        self._serving, self.expected = asyncio.current_task(), True
        self.remote.there.set()

    def leave(self) -> None:
        """Said by the task that has it."""
        self._serving = None
        if self._patient:
            self.remote.there.clear()
