"""One connection between a connector, which runs a remote bot, and a gate, the arena's server for remote bots."""

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
"""The most bytes of a received frame; gRPC ends the stream if a frame is larger."""
SILENT_S: Final = 10.0
"""The seconds without a frame after which a connection counts as lost."""
BEAT_S: Final = 2.0
"""The seconds between two heartbeats."""
LONGEST_PAUSE_S: Final = 4.0
"""The most seconds that a connector waits before it connects again."""
MOST_REASON: Final = 300
"""The most characters of a reason for the end of a connection; the rest of a longer reason is cut off."""
MEASURED: Final = 100
"""The number of latest round-trip times that are stored; their median is reported."""


class Wire(Protocol):
    """One end of a gRPC stream."""

    async def read(self) -> bytes | None:
        """Returns the next frame (one message on the stream); None at the end of the stream."""

    async def write(self, data: bytes) -> None:
        """Sends a frame, which is one message on the stream."""


class Link:
    """The code that both ends of a connection share: it reads and writes frames, and calls `on_beat` with each received
    heartbeat.
    """

    def __init__(self, wire: Wire, on_beat: Callable[[Beat], Awaitable[None]]) -> None:
        self._wire = wire
        self._on_beat = on_beat
        self._writing = asyncio.Lock()
        self._channel: Channel | None = None
        self._connection = 0

    async def read(self) -> Frame:
        """Returns the next frame that is not a heartbeat; raises LostError, BrokenError."""
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
        """Makes this connection carry `channel`.

        `came`: the number of the channel's messages that the other end has received; this end sends all later ones.
        Raises BrokenError if this end has written fewer messages, or if the other end has already confirmed more.
        """
        self._channel, self._connection = channel, channel.connect(came)

    async def carry(
        self, begin: Callable[[], Awaitable[Over | None]], over: Callable[[], Awaitable[Over]]
    ) -> Over | None:
        """Carries the channel's messages until one end sends Over, the last message of a connection.

        `begin` attaches the channel, or returns an Over that this end sends at once. Once the channel is closed, this
        end sends its remaining messages, and then the result of `over`. Then it waits up to SILENT_S seconds until the
        other end closes the stream, because gRPC drops unsent data when a call ends.

        Returns the other end's Over; None if only this end has sent one. Raises LostError, BrokenError.
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
        """Cancels the sending task between two frames, because gRPC would end the call if a frame were cut off."""
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
