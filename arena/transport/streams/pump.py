"""Carries messages between a line (a bot's stream) and the switchboard (the rest of the arena), from Hello to
Goodbye.
"""

import asyncio
from typing import Final, Protocol

from arena.protocol.conversation import PROTOCOL_VERSION, Conversation, Refusal
from arena.protocol.turns import Wants
from arena.protocol.v1.arena_pb2 import ArenaMessage, Choices, Goodbye, Welcome
from arena.transport.clocks.clock import Clock, Heartbeat
from arena.transport.clocks.player_clock import PlayerClock
from arena.transport.streams.line import Line
from arena.transport.streams.player import Player

MOST_MATCHES: Final = 4_096
"""The most matches that the arena gives to one bot at the same time."""
GATHER_S: Final = 0.002
"""The seconds for which the arena delays a batch to gather more turns. This saves time, because sending a message takes
the arena as long as handling fifty turns.
"""


class Switchboard(Protocol):
    """The interface through which a pump reports a bot's actions to the rest of the arena, and asks for decisions about
    the bot.
    """

    @property
    def heartbeat(self) -> Heartbeat:
        """The arena's heartbeat, which measures delays of the arena, so that bots are not charged for them."""

    def introduced(self, player: Player) -> Welcome:
        """Records that the bot has sent the message Hello; returns the answer, Welcome, with the bot's thinking time.

        The pump adds `protocol_version` and `max_matches` to the answer.
        """

    def connected(self, player: Player) -> None:
        """Records that the message Welcome was sent to the bot."""

    def choices(self, player: Player, choices: Choices) -> None:
        """Handles the choices of a bot that has answered turns; raises Refusal if they break the protocol."""

    def gathers(self, player: Player) -> bool:
        """Returns whether the bot's waiting turns should wait for more turns, because they are few and more may follow
        soon.
        """

    def sends(self, player: Player) -> None:
        """Called just before the waiting messages are sent to the bot."""

    def broke(self, name: str, refusal: Refusal) -> None:
        """Records that the bot broke the protocol."""

    def disconnected(self, name: str, sentence: str) -> None:
        """Records that the bot's stream has ended; `sentence` gives the reason."""

    def failed(self, error: BaseException) -> None:
        """Records an error of the arena, which is no bot's fault."""


class _Asking:
    """A context for calls of the switchboard (the rest of the arena). Reports each error in such a call as the arena's
    failure, unless the error is a Refusal.
    """

    def __init__(self, switchboard: Switchboard) -> None:
        self._switchboard = switchboard

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, Refusal):
            self._switchboard.failed(error)


class Pump:
    """Carries the messages of one bot over one line; the bot's Hello must contain `token`."""

    def __init__(
        self, name: str, token: str, clock: Clock, switchboard: Switchboard, most_matches: int = MOST_MATCHES
    ) -> None:
        """`most_matches`: the most matches that the bot is given at the same time."""
        self._name = name
        self._most_matches = most_matches
        self._token = token
        self._clock = clock
        self._switchboard = switchboard
        self._asking = _Asking(switchboard)
        self._refused = False
        """Whether the bot broke the protocol; its later messages are ignored."""
        self._stopped = False
        self._goodbye: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def carry(self, line: Line) -> None:
        """Carries messages until either side has sent its last message, or the arena refuses the bot because it broke
        the protocol.
        """
        try:
            await self._converse(line)
        except Refusal as refusal:
            self.break_off(refusal)
            await line.refuse(refusal)

    def say_goodbye(self, reason: str) -> None:
        """Sends the bot the waiting messages, then the message Goodbye with the reason; sends nothing afterwards."""
        if not self._goodbye.done():
            self._goodbye.set_result(reason)

    def said_goodbye(self) -> bool:
        """Returns whether `say_goodbye` was called."""
        return self._goodbye.done()

    def stop(self) -> None:
        """Reports nothing more about the bot to the switchboard (the rest of the arena) from now on."""
        self._stopped = True

    def break_off(self, refusal: Refusal) -> None:
        """Ignores the bot's messages from now on, and reports that it broke the protocol."""
        self._refused = True
        if not self._stopped:
            self._switchboard.broke(self._name, refusal)

    def end(self, sentence: str) -> None:
        """Reports to the switchboard that the stream has ended; `sentence` gives the reason."""
        if not self._stopped:
            self._switchboard.disconnected(self._name, sentence)

    async def _converse(self, line: Line) -> None:
        conversation = Conversation(self._token)
        data = await line.read()
        if data is None:
            return
        hello = conversation.receive(data).hello
        clock = PlayerClock(self._clock, self._switchboard.heartbeat)
        wants = Wants(hello.wants_names, hello.wants_words)
        player = Player(self._name, min(self._most_matches, hello.max_matches or 1), clock, wants)
        self._goodbye.add_done_callback(lambda _: player.batch_ready.set())
        with self._asking:
            welcome = self._switchboard.introduced(player)
        welcome.protocol_version = PROTOCOL_VERSION
        welcome.max_matches = player.max_matches
        writer = asyncio.create_task(self._write(welcome, player, line))
        reader = asyncio.create_task(self._read(conversation, player, line))
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
            if reader.done() and isinstance(error := reader.exception(), Refusal):
                raise error
        finally:
            writer.cancel()
            reader.cancel()
            await asyncio.gather(writer, reader, return_exceptions=True)

    async def _read(self, conversation: Conversation, player: Player, line: Line) -> None:
        receive, choices = conversation.receive, self._switchboard.choices
        while (data := await line.read()) is not None and not self._refused:
            message = receive(data)
            with self._asking:
                choices(player, message.choices)

    async def _write(self, welcome: Welcome, player: Player, line: Line) -> None:
        await line.write(ArenaMessage(welcome=welcome).SerializeToString())
        if self._stopped:
            return
        with self._asking:
            self._switchboard.connected(player)
        while not self._goodbye.done():
            await player.batch_ready.wait()
            with self._asking:
                gathers = self._switchboard.gathers(player)
            if gathers:
                await asyncio.sleep(GATHER_S)
            await self._deliver(player, line)
        await self._deliver(player, line)  # messages that were queued during the last delivery
        await line.write(ArenaMessage(goodbye=Goodbye(reason=self._goodbye.result())).SerializeToString())

    async def _deliver(self, player: Player, line: Line) -> None:
        with self._asking:
            self._switchboard.sends(player)
            messages = player.take_messages()
        if messages:
            player.writing = True
            for message in messages:
                await line.write(message)
            player.writing = False
