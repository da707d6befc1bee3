"""One connection between a connector and a gate: messages, heartbeats and the end."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Protocol

from google.protobuf.message import DecodeError

from arena.protocol.conversation import MOST_MESSAGE_BYTES
from arena.remote.channel import BrokenError, Channel, LostError
from arena.remote.v1.remote_pb2 import Beat, Frame, Over

REMOTE_VERSION: Final = 1
OFFER: Final = "/arena.remote.v1.RemoteService/Offer"
MOST_FRAME_BYTES: Final = 16 * MOST_MESSAGE_BYTES
"""Of what comes; beyond it gRPC cuts the stream."""
SILENT_S: Final = 10.0
"""A connection on which nothing comes for so long is lost."""
BEAT_S: Final = 2.0
"""Between two beats."""
LONGEST_PAUSE_S: Final = 4.0
"""Before a connector dials again."""
MOST_REASON: Final = 300
"""Characters of a reason that are believed."""
MEASURED: Final = 100
"""Round trips that are remembered."""


class Wire(Protocol):
    """An end of gRPC's stream."""

    async def read(self) -> bytes | None:
        """The next frame; None at the end of the stream."""

    async def write(self, data: bytes) -> None:
        """Sends a frame."""


class Link:
    """What both ends do on a connection; `on_beat` is told of beats that come."""

    def __init__(self, wire: Wire, on_beat: Callable[[Beat], Awaitable[None]]) -> None:
        self._wire = wire
        self._on_beat = on_beat
        self._writing = asyncio.Lock()
        self._channel: Channel | None = None
        self._connection = 0

    async def read(self) -> Frame:
        """The next frame that is no beat; raises LostError, BrokenError."""
        while True:
            try:
                async with asyncio.timeout(SILENT_S):
                    data = await self._wire.read()
            except TimeoutError as error:
                raise LostError(f"nothing came for {SILENT_S:.0f} s") from error
            if data is None:
                raise LostError("the other end closed it")
            try:
                frame = Frame.FromString(data)
            except DecodeError as error:
                raise BrokenError("the bytes received are not a Frame of arena.remote.v1") from error
            if not frame.HasField("beat"):
                return frame
            await self._on_beat(frame.beat)

    async def write(self, frame: Frame) -> None:
        """Sends a frame."""
        async with self._writing:
            await self._wire.write(frame.SerializeToString())

    def attach(self, channel: Channel, came: int) -> None:
        """Carries this channel from now on; `came`: what the other end says to have of it. Raises BrokenError."""
        self._channel, self._connection = channel, channel.connect(came)

    async def carry(
        self, begin: Callable[[], Awaitable[Over | None]], over: Callable[[], Awaitable[Over]]
    ) -> Over | None:
        """Carries a channel until one end says Over: this one with what `over` says, when the channel is closed.

        `begin` attaches it, or says what is over already. Returns the other end's word, None where it was this one's.
        Who has said it waits until the other end closes: gRPC drops what is under way when a call ends, and who writes
        to a call that has ended reads no more of it. Raises LostError, BrokenError.
        """
        sending = asyncio.create_task(self._send(begin, over))
        reading = asyncio.create_task(self._receive())
        try:
            await asyncio.wait((sending, reading), return_when=asyncio.FIRST_COMPLETED)
            if sending.done() and not sending.exception():
                await asyncio.wait((reading,), timeout=SILENT_S)
            over_is_said = reading.done() and not reading.exception()
            if over_is_said:
                await self._stop(sending)
            return reading.result() if over_is_said or not sending.done() else sending.result()
        finally:
            for task in (sending, reading):
                task.cancel()
            await asyncio.gather(sending, reading, return_exceptions=True)

    async def _stop(self, sending: asyncio.Task[None]) -> None:
        """Ends it between two frames: with one that is cut off gRPC would end the call."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SILENT_S), self._writing:
                sending.cancel()

    async def _send(self, begin: Callable[[], Awaitable[Over | None]], over: Callable[[], Awaitable[Over]]) -> None:
        if ended := await begin():
            await self.write(Frame(over=ended))
            return
        assert self._channel
        while True:
            messages, read = await self._channel.due(self._connection)
            for message in messages:
                await self.write(Frame(carried=message))
            if read is not None:
                await self.write(Frame(read=read))
            if not messages and read is None:
                await self.write(Frame(over=await over()))
                return

    async def _receive(self) -> Over:
        while True:
            frame = await self.read()
            kind = frame.WhichOneof("frame") or "an empty frame"
            if kind == "over":
                return frame.over
            if self._channel is None or kind not in {"carried", "read"}:
                raise BrokenError(f"{kind} came out of turn")
            if kind == "carried":
                self._channel.deliver(self._connection, frame.carried)
            else:
                self._channel.confirm(self._connection, frame.read)
