"""The gRPC server: streams come in here, are matched with the bots that were started, and carry bytes both ways.

Messages are handled as bytes; the protocol floor writes and reads them.
"""

import asyncio
import contextlib
from typing import Any, Final, Protocol

import grpc
import grpc.aio

from arena.protocol.conversation import PROTOCOL_VERSION, Conversation, Refusal
from arena.protocol.v1.arena_pb2 import ArenaMessage, BotMessage, Choices, Goodbye, Hello, Welcome
from arena.transport.player import Player

END_OF_STREAM: Final[Any] = grpc.aio.EOF  # type: ignore[attr-defined]  # missing in the stubs
SERVICE: Final = "arena.protocol.v1.ArenaService"
MOST_MESSAGE_BYTES: Final = 1 << 20
"""Largest message a bot may send."""
MOST_SENT_BYTES: Final = 16 << 20
MOST_MATCHES: Final = 4_096
"""Most matches any bot is given at the same time."""

OPTIONS: Final = (
    ("grpc.max_receive_message_length", MOST_MESSAGE_BYTES),
    ("grpc.max_send_message_length", MOST_SENT_BYTES),
    ("grpc.so_reuseport", 0),
)


class Switchboard(Protocol):
    """What the server asks and tells of the bots it connects."""

    def tokens(self) -> dict[str, str]:
        """The bots that may still introduce themselves: their names by token."""

    def welcome(self, token: str) -> Welcome:
        """What the bot with this token is granted."""

    def connected(self, token: str, player: Player) -> None:
        """A bot has introduced itself."""

    def choices(self, player: Player, choices: Choices) -> None:
        """A bot has answered turns; raises Refusal."""

    def sent(self, player: Player) -> None:
        """A batch is on its way to the bot."""

    def broke(self, name: str, refusal: Refusal) -> None:
        """A bot broke the protocol, before its Hello was accepted or after."""

    def disconnected(self, player: Player) -> None:
        """A stream has ended that was not told goodbye."""


class Server:
    """Listens at one address."""

    def __init__(self, switchboard: Switchboard) -> None:
        self._switchboard = switchboard
        self._server = grpc.aio.server(options=OPTIONS)
        handler = grpc.stream_stream_rpc_method_handler(self._play)
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, {"Play": handler}),))
        self._goodbyes: dict[Player, asyncio.Future[str]] = {}

    async def start(self, address: str) -> str:
        """Listens; the address bots dial."""
        port = self._server.add_insecure_port(address)
        await self._server.start()
        return address if address.startswith("unix:") else f"{address.rsplit(':', 1)[0]}:{port}"

    async def stop(self) -> None:
        """Ends what is left of the streams."""
        await self._server.stop(grace=None)

    def say_goodbye(self, player: Player, reason: str) -> None:
        """Sends what waits and the last message; the stream then ends."""
        farewell = self._goodbyes.get(player)
        if farewell and not farewell.done():
            farewell.set_result(reason)

    async def _play(self, _: object, context: Any) -> None:  # noqa: ANN401  # grpc has no public type for it
        conversation = Conversation(self._switchboard.tokens())
        name = "a bot"
        try:
            hello = (await self._hello(conversation, context)).hello
            name = self._switchboard.tokens()[hello.token]
            await self._serve(conversation, context, hello)
        except Refusal as refusal:
            self._switchboard.broke(name, refusal)
            await context.abort(getattr(grpc.StatusCode, refusal.status), refusal.sentence)

    async def _hello(self, conversation: Conversation, context: Any) -> BotMessage:  # noqa: ANN401  # as above
        data = await context.read()
        if data is END_OF_STREAM:
            raise Refusal("INVALID_ARGUMENT", "the stream ended before hello")
        return conversation.receive(data)

    async def _serve(self, conversation: Conversation, context: Any, hello: Hello) -> None:  # noqa: ANN401  # as above
        switchboard = self._switchboard
        welcome = switchboard.welcome(hello.token)
        welcome.protocol_version = PROTOCOL_VERSION
        welcome.max_matches = min(MOST_MATCHES, hello.max_matches or 1)
        await context.write(ArenaMessage(welcome=welcome).SerializeToString())
        player = Player(switchboard.tokens()[hello.token], welcome.max_matches)
        self._goodbyes[player] = asyncio.get_running_loop().create_future()
        switchboard.connected(hello.token, player)
        writer = asyncio.create_task(self._write(player, context))
        reader = asyncio.create_task(self._read(conversation, player, context))
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
            if reader.done():
                reader.result()
                switchboard.disconnected(player)
            else:
                writer.result()
        except asyncio.CancelledError:  # gRPC's way to say that the bot hung up
            switchboard.disconnected(player)
            raise
        finally:
            del self._goodbyes[player]
            for task in (writer, reader):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await task

    async def _read(self, conversation: Conversation, player: Player, context: Any) -> None:  # noqa: ANN401  # as above
        receive, choices = conversation.receive, self._switchboard.choices
        while (data := await context.read()) is not END_OF_STREAM:
            choices(player, receive(data).choices)

    async def _write(self, player: Player, context: Any) -> None:  # noqa: ANN401  # as above
        goodbye = self._goodbyes[player]
        goodbye.add_done_callback(lambda _: player.batch_ready.set())
        while not goodbye.done():
            await player.batch_ready.wait()
            batch = player.take_batch()
            if batch:
                self._switchboard.sent(player)
                await context.write(batch)
        await context.write(ArenaMessage(goodbye=Goodbye(reason=goodbye.result())).SerializeToString())
