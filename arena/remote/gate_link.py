"""The gate's side of a connection from a connector. The gate is the arena's gRPC server for remote bots."""

import asyncio
import time
from collections import deque
from itertools import count
from typing import Final, NoReturn

from google.protobuf.message import DecodeError

from arena.remote.channel import BrokenError, LostError
from arena.remote.link import BEAT_S, SILENT_S, Link, Wire
from arena.remote.v1.remote_pb2 import Beat, Frame, Offer
from arena.transport.streams.server import END_OF_STREAM, Context

MOST_OFFER_BYTES: Final = 1_024


class GateLink(Link):
    """The gate's end of a connection, which sends heartbeats; the connector sends each of them back."""

    def __init__(self, wire: Wire, round_trips_us: deque[int]) -> None:
        super().__init__(wire, self._echo)
        self._round_trips_us = round_trips_us
        self._number = 0
        self._echoed = asyncio.Event()

    async def beat(self) -> NoReturn:
        """Sends heartbeats and measures their round-trip times without end; raises LostError if a heartbeat does not
        return within SILENT_S seconds.
        """
        for self._number in count(1):
            self._echoed.clear()
            sent_ns = time.monotonic_ns()
            try:
                async with asyncio.timeout(SILENT_S):
                    await self.write(Frame(beat=Beat(number=self._number)))
                    await self._echoed.wait()
                    took_us = max(1, (time.monotonic_ns() - sent_ns) // 1_000)
                    await self.write(Frame(beat=Beat(number=self._number, round_trip_us=took_us)))
            except TimeoutError as error:
                raise LostError(f"a beat did not come back for {SILENT_S:.0f} s") from error
            self._round_trips_us.append(took_us)
            await asyncio.sleep(BEAT_S)
        raise AssertionError

    async def _echo(self, beat: Beat) -> None:
        if beat.number != self._number or self._echoed.is_set():
            raise BrokenError(f"beat {beat.number} came back, which was not sent")
        self._echoed.set()


class GateWire:
    """The server's end of a gRPC stream."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.write = context.write

    async def read(self) -> bytes | None:
        """Returns the next frame, which is one message on the stream; None at the end of the stream."""
        data = await self._context.read()
        return None if data is END_OF_STREAM else data


async def offered(wire: Wire) -> Offer:
    """Returns the connector's offer, which is the first frame of a stream.

    Raises LostError if the stream ends or no frame arrives within SILENT_S seconds. Raises BrokenError if the frame is
    too large or is not an offer.
    """
    try:
        async with asyncio.timeout(SILENT_S):
            data = await wire.read()
    except TimeoutError as error:
        raise LostError(f"nothing was offered for {SILENT_S:.0f} s") from error
    if data is None:
        raise LostError("the other end closed it")
    if len(data) > MOST_OFFER_BYTES:
        raise BrokenError(f"the first frame has {len(data)} bytes; an offer has at most {MOST_OFFER_BYTES}")
    try:
        frame = Frame.FromString(data)
    except DecodeError as error:
        raise BrokenError("the first frame is not a Frame of arena.remote.v1") from error
    if not frame.HasField("offer"):
        raise BrokenError("the first frame offers nothing")
    return frame.offer
