"""The places at a gate to which connectors attach, one for each remote bot."""

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
"""The most streams that have sent the token of one bot but no offer yet; the gate refuses any further stream of this
bot.
"""


class RefusedError(Exception):
    """The error for a refused connector, with a gRPC status."""

    def __init__(self, status: grpc.StatusCode, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Place:
    """The place of one remote bot at a gate; only one connection at a time may take it."""

    def __init__(self, remote: Remote, *, patient: bool = False) -> None:
        """Makes a free place. `patient`: whether matches with the remote bot begin only while its connector is
        connected.
        """
        self.remote = remote
        self._patient = patient
        if patient:
            remote.there.clear()
        self.expected = False
        """Whether a connector was connected here but has not yet got the message that the league is over."""
        self.round_trips_us: deque[int] = deque(maxlen=MEASURED)
        self._serving: asyncio.Task[None] | None = None
        self._coming = 0

    def taken(self) -> bool:
        """Returns whether a connector is attached to this place."""
        return self._serving is not None

    @contextmanager
    def coming(self) -> Iterator[None]:
        """A context for a stream that has sent the bot's token but no offer yet; raises RefusedError if there are too
        many such streams.
        """
        if self._coming >= MOST_COMING:
            sentence = f"{MOST_COMING} connections with the token of {self.remote.name} have offered nothing yet"
            raise RefusedError(grpc.StatusCode.RESOURCE_EXHAUSTED, f"{sentence}; try again later")
        self._coming += 1
        try:
            yield
        finally:
            self._coming -= 1

    async def take(self, offer: Offer) -> None:
        """Takes the place for the current task, which serves a connection. If the task of an older connection to the
        same bot process still has the place, ends that task first.

        Raises RefusedError if another connector has the place.
        """
        while before := self._serving:
            process, name = self.remote.process, self.remote.name
            if not process or offer.process != process.id:
                raise RefusedError(
                    grpc.StatusCode.ALREADY_EXISTS, f"{name} is offered by another connector at this moment"
                )
            before.cancel()
            await asyncio.wait((before,))  # then another connection may have taken the place, so the loop checks again
        self._serving, self.expected = asyncio.current_task(), True
        self.remote.there.set()

    def leave(self) -> None:
        """Frees the place; only the task that took it may call this."""
        self._serving = None
        if self._patient:
            self.remote.there.clear()
