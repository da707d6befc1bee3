"""A remote bot's process on its owner's machine. It connects to the connector as if the connector were an arena."""

import asyncio
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from typing import Final

from arena.protocol.conversation import Refusal
from arena.remote.channel import Channel
from arena.remote.link import MOST_REASON
from arena.remote.v1.remote_pb2 import Begin, Over
from arena.transport.machine.shortage import cannot_listen
from arena.transport.processes.launch import Launch
from arena.transport.processes.process import GRACE_S, BotProcess
from arena.transport.streams.line import Line
from arena.transport.streams.server import Server, address_in

STARTUP_MS: Final = 60_000
"""The limit in milliseconds on the time until a bot acknowledges gRPC's settings. The arena enforces all later time
limits.
"""
LAST_WORDS_S: Final = 0.5
"""The seconds that a bot's process gets after the request to terminate, so that it can print where it hangs."""
_numbers = count(1)


class Relay:
    """Relays messages between a bot and a channel in both directions, as unchanged bytes."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.broken: Refusal | None = None
        """The refusal that describes how the bot broke the protocol of its connection to the connector; None if the bot
        has not broken the protocol.
        """
        self.refusal: Refusal | None = None
        """The arena's refusal of the bot; None if the arena has not refused the bot."""

    async def carry(self, line: Line) -> None:
        """Relays messages until the bot or the channel ends."""
        saying = asyncio.create_task(self._say(line))
        hearing = asyncio.create_task(self._hear(line))
        try:
            await asyncio.wait((saying, hearing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (saying, hearing):
                task.cancel()
            await asyncio.gather(saying, hearing, return_exceptions=True)
        if self.refusal:
            await line.refuse(self.refusal)

    def say_goodbye(self, reason: str) -> None:
        """Does nothing, because the bot receives the arena's own Goodbye through the channel."""

    def said_goodbye(self) -> bool:
        """Returns whether the channel to the arena is closed."""
        return self.channel.closed()

    def stop(self) -> None:
        """Closes the channel."""
        self.channel.close()

    def break_off(self, refusal: Refusal) -> None:
        """Records how the bot broke the protocol, and closes the channel."""
        self.broken = self.broken or refusal
        self.channel.close()

    def end(self, sentence: str) -> None:  # noqa: ARG002  # the end of the process will report the reason
        """Closes the channel, because the bot's stream has ended."""
        self.channel.close()

    async def _say(self, line: Line) -> None:
        while (data := await line.read()) is not None:
            await self.channel.write(data)

    async def _hear(self, line: Line) -> None:
        while (data := await self.channel.read()) is not None:
            await line.write(data)


class LocalBot:
    """A running process of the bot, with the local server to which it connects."""

    def __init__(self, begin: Begin, relay: Relay, server: Server, process: BotProcess) -> None:
        self.id = begin.process
        self.channel = relay.channel
        self._relay = relay
        self._server = server
        self._process = process
        self._watching = asyncio.create_task(self._watch())

    @classmethod
    async def start(cls, launch: Launch, begin: Begin, folder: Path) -> "LocalBot":
        """Starts a process of the bot. Raises OSError if the bot's program does not exist, and ArenaError if this
        machine cannot start the program.
        """
        relay = Relay(Channel())
        server = Server(relay, STARTUP_MS)
        async with AsyncExitStack() as stack:
            stack.push_async_callback(server.stop)
            there = address_in(folder, next(_numbers), launch.name, confined=launch.box.confines)
            try:
                address = await server.start(there)
            except RuntimeError as error:
                raise cannot_listen(error, folder, f"when it tried to listen for {launch.name}") from error
            process = await BotProcess.start(launch, address, begin.token)
            stack.pop_all()
        return cls(begin, relay, server, process)

    async def over(self) -> Over:
        """Returns the message Over with the reason why the bot ended. First waits up to GRACE_S seconds for the end of
        the process, because the bot may so far have closed only its stream.
        """
        await asyncio.wait((self._watching,), timeout=GRACE_S)
        if broken := self._relay.broken:
            return Over(reason=broken.sentence[:MOST_REASON], status=broken.status)
        return Over(reason=self.ended() if self._watching.done() else "the bot closed its stream")

    def ended(self) -> str:
        """Returns a sentence about how the process ended; "it was ended here" if its end has not been noticed yet."""
        known = self._watching.done() and not self._watching.cancelled()
        return self._watching.result() if known else "it was ended here"

    async def end(self, over: Over | None = None) -> str:
        """Ends the process, and returns the last lines that the bot printed. If `over` contains the arena's refusal of
        the bot, first passes the refusal on to the bot.
        """
        try:
            if over and over.status:
                self._relay.refusal = Refusal(over.status, over.reason)
            self.channel.close()
            if over and not over.done and not over.status:
                self._process.terminate()
            await self._process.end(GRACE_S if over and over.done else LAST_WORDS_S)
        finally:
            self._watching.cancel()
            await self._server.stop()
        return self._process.output()

    async def _watch(self) -> str:
        ended = await self._process.wait()
        self.channel.close()
        return ended
