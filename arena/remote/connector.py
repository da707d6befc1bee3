"""The connector: offers a bot on this machine to an arena elsewhere, and relays messages between them.

Rule 1: the connector opens the connection to the arena. After a loss of the connection it connects again, with a longer
wait before each attempt. The bot's process keeps running meanwhile.
Rule 2: the user of the connector names the bot when the connector is started, and the connector runs no other program.
The arena decides only when a process of this bot begins and ends.
"""

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final

import grpc
import grpc.aio

from arena.errors import ArenaError
from arena.remote.channel import BrokenError, LostError
from arena.remote.link import LONGEST_PAUSE_S, MEASURED, OFFER, REMOTE_VERSION, SILENT_S, Link, Wire
from arena.remote.local import LocalBot
from arena.remote.target import Target
from arena.remote.v1.remote_pb2 import Beat, Begin, Frame, Offer, Over
from arena.transport.processes.launch import Launch
from arena.transport.streams.server import END_OF_STREAM

FIRST_PAUSE_S: Final = 0.5
FINAL: Final = {
    grpc.StatusCode.UNAUTHENTICATED: ("not-admitted", "ask the organiser of the league for the bot's token"),
    grpc.StatusCode.FAILED_PRECONDITION: ("not-admitted", "install the release of the arena that plays the league"),
    grpc.StatusCode.UNIMPLEMENTED: (
        "no-gate",
        "ask the organiser of the league for the address of the gate for remote bots",
    ),
}
"""The error code and the hint for each gRPC status with which the arena's server, the gate, refuses a connector for
good. After such a status another attempt would fail, too.
"""


@dataclass(slots=True)
class Condition:
    """The present state of a connector, for displays."""

    name: str = ""
    """The bot's name in the arena; empty before the first connection."""
    connected: bool = False
    processes: int = 0
    """The number of processes of the bot that the connector has started."""
    carried: int = 0
    """The number of messages from the bot that the connector has relayed to the arena."""
    losses: int = 0
    """The number of lost connections."""
    round_trips_us: deque[int] = field(default_factory=lambda: deque(maxlen=MEASURED))

    def round_trip_ms(self) -> float | None:
        """Returns the median of the latest round-trip times in milliseconds; None if none was measured."""
        return median(self.round_trips_us) / 1_000 if self.round_trips_us else None


class Connector:
    """The connector of one bot; it reports each event to its user by calling `tell` with a sentence."""

    def __init__(self, target: Target, token: str, launch: Launch, folder: Path, tell: Callable[[str], None]) -> None:
        """Prepares the connector, without connecting yet. `folder`: the folder for the sockets to which the bot's
        processes connect.
        """
        self.condition = Condition()
        self._target = target
        self._token = token
        self._launch = launch
        self._folder = folder
        self._tell = tell
        self._bot: LocalBot | None = None
        self._pause_s = FIRST_PAUSE_S
        self._lost_for = ""
        """The reason why the last attempts to connect failed, stored so that it is reported only once; empty if the
        last attempt succeeded.
        """

    async def run(self) -> str:
        """Offers the bot until the arena no longer needs it; returns the reason that the arena gives for the end.

        Raises ArenaError if another attempt to connect would be useless.
        """
        try:
            while True:
                try:
                    over = await self._connection()
                except (LostError, BrokenError, grpc.aio.AioRpcError) as error:
                    await self._pause(await self._lost(error))
                    continue
                await self._end_bot(over)
                if over and over.done:
                    return over.reason
        finally:
            await self._end_bot(None)

    async def _connection(self) -> Over | None:
        """Runs one connection to its end. Returns Over, the arena's last message on a connection; None if the connector
        itself ended the connection, because the bot had ended.
        """
        async with self._target.channel() as channel:
            opened: Any = channel  # the stub demands arguments that are not needed
            call = opened.stream_stream(OFFER)(metadata=(("authorization", f"Bearer {self._token}"),))
            wire = _Wire(call)
            link = _ConnectorLink(wire, self.condition.round_trips_us)
            try:
                async with asyncio.timeout(SILENT_S):
                    # raises the arena's refusal with its reason; a write to an ended call gives no reason
                    await call.initial_metadata()
                    await link.write(Frame(offer=self._offer()))
            except TimeoutError as error:
                raise LostError(f"no answer arrived within {SILENT_S:.0f} s") from error
            except asyncio.InvalidStateError as error:  # gRPC raises this if the stream has ended
                raise await _status(call) from error
            try:
                over = await self._serve(link)
            except asyncio.InvalidStateError as error:
                raise await _status(call) from error
            else:
                await wire.close()
                return over
            finally:
                self.condition.connected = False
                call.cancel()

    def _offer(self) -> Offer:
        if not self._bot:
            return Offer(protocol_version=REMOTE_VERSION)
        return Offer(protocol_version=REMOTE_VERSION, process=self._bot.id, came=self._bot.channel.came)

    async def _serve(self, link: "_ConnectorLink") -> Over | None:
        first = await link.read()
        if first.HasField("over"):
            return first.over
        if not first.HasField("begin"):
            raise BrokenError(f"the arena sent {first.WhichOneof('frame')}, where begin was due")
        bot, begin = await self._begun(first.begin), first.begin
        condition = self.condition
        condition.name, condition.connected, self._pause_s = begin.name, True, FIRST_PAUSE_S
        self._lost_for = ""

        async def attach() -> None:
            link.attach(bot.channel, begin.came)

        return await link.carry(attach, bot.over)

    async def _begun(self, begin: Begin) -> LocalBot:
        """Returns the bot's process that `begin` names. If this process is not running here, ends any other process of
        the bot, and starts a new one. Raises ArenaError [not-started].
        """
        if self._bot and self._bot.id == begin.process:
            self._tell("the connection is restored; the bot plays on")
            return self._bot
        await self._end_bot(None)
        self._tell(f"{self._launch.name} plays as {begin.name}")
        self.condition.processes += 1
        try:
            self._bot = await LocalBot.start(self._launch, begin, self._folder)
        except OSError as error:
            raise ArenaError(
                "not-started",
                f"the bot {self._launch.name} could not be started: {error}",
                "in the bot's bot.toml, correct the key 'command': it names the program to start",
            ) from error
        return self._bot

    async def _end_bot(self, over: Over | None) -> None:
        bot, self._bot = self._bot, None
        if not bot:
            return
        output = await bot.end(over)
        reason = over.reason if over else bot.ended()
        if not (over and over.done):
            self._tell(f"the bot has ended: {reason}" + (f"; the last it printed:\n{output}" if output else ""))

    async def _lost(self, error: Exception) -> str:
        """Returns a sentence with the reason why a connection was lost; raises ArenaError if another attempt to connect
        would fail, too.
        """
        self.condition.losses += 1
        if not isinstance(error, grpc.aio.AioRpcError):
            return str(error)
        status, told = error.code(), error.details() or ""
        if status in FINAL:
            code, hint = FINAL[status]
            raise ArenaError(code, f"the arena at {self._target.address()} refuses the bot: {told}", hint)
        if status is not grpc.StatusCode.UNAVAILABLE or self.condition.connected:
            return told or status.name
        return await self._target.why_unavailable(told)

    async def _pause(self, sentence: str) -> None:
        pause_s = self._pause_s * random.uniform(0.5, 1.0)  # noqa: S311  # not for secrets: it spreads the reconnections of connectors
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
        if sentence != self._lost_for:
            self._lost_for = sentence
            self._tell(f"no connection to {self._target.address()}: {sentence}; connecting again")
        await asyncio.sleep(pause_s)


class _ConnectorLink(Link):
    """The connector's end of a connection to the gate, the arena's server for remote bots; sends each heartbeat of the
    gate back.
    """

    def __init__(self, wire: Wire, round_trips_us: deque[int]) -> None:
        super().__init__(wire, self._answer)
        self._round_trips_us = round_trips_us
        self._answered_ns = 0

    async def _answer(self, beat: Beat) -> None:
        if beat.round_trip_us:
            self._round_trips_us.append((time.monotonic_ns() - self._answered_ns) // 1_000)
        else:
            self._answered_ns = time.monotonic_ns()
            await self.write(Frame(beat=beat))


class _Wire:
    """The client's end of a gRPC stream."""

    def __init__(self, call: Any) -> None:  # noqa: ANN401  # it has no public type
        self._call = call
        self.write = call.write

    async def read(self) -> bytes | None:
        data = await self._call.read()
        return None if data is END_OF_STREAM else data

    async def close(self) -> None:
        """Ends writing, and waits up to SILENT_S seconds until the gate (the arena's server) has ended the stream. As
        long as the old stream lasts, the gate may refuse a new one.
        """
        with suppress(TimeoutError, grpc.aio.AioRpcError):
            async with asyncio.timeout(SILENT_S):
                await self._call.done_writing()
                while not self._call.done() and await self.read() is not None:
                    pass


async def _status(call: Any) -> grpc.aio.AioRpcError:  # noqa: ANN401  # as above
    """Returns the gRPC status of an ended stream, as an exception."""
    return grpc.aio.AioRpcError(
        await call.code(), await call.initial_metadata(), await call.trailing_metadata(), await call.details(), None
    )
