"""The gRPC server: streams come in here, are matched with the bots that were started, and carry bytes both ways.

Messages are handled as bytes; the protocol floor writes and reads them.
"""

import asyncio
import os
import socket
from pathlib import Path
from typing import Any, Final, Protocol

import grpc
import grpc.aio

from arena.protocol.conversation import MOST_MESSAGE_BYTES, PROTOCOL_VERSION, Conversation, Refusal
from arena.protocol.v1.arena_pb2 import ArenaMessage, Choices, Goodbye, Hello, Welcome
from arena.transport.player import Player

END_OF_STREAM: Final[Any] = grpc.aio.EOF  # type: ignore[attr-defined]  # missing in the stubs
SERVICE: Final = "arena.protocol.v1.ArenaService"
MOST_READ_BYTES: Final = 4 * MOST_MESSAGE_BYTES
"""Up to this, a message that is too large is refused with a sentence; beyond it gRPC ends the stream unread."""
MOST_SENT_BYTES: Final = 16 << 20
MOST_MATCHES: Final = 4_096
"""Most matches any bot is given at the same time."""

LONGEST_SOCKET_PATH: Final = 100
"""In bytes; systems allow a few more."""

OPTIONS: Final = (
    ("grpc.max_receive_message_length", MOST_READ_BYTES),
    ("grpc.max_send_message_length", MOST_SENT_BYTES),
    ("grpc.so_reuseport", 0),
)


class Switchboard(Protocol):
    """What the server asks and tells of the bots it connects."""

    def tokens(self) -> dict[str, str]:
        """The bots that may still introduce themselves: their names by token."""

    def refused(self, token: str, refusal: Refusal) -> None:
        """A bot broke the protocol before it was accepted; `token` is empty if it showed none that is good."""

    def connected(self, token: str, player: Player) -> Welcome:
        """A bot has introduced itself and the token is used up; what the bot is granted."""

    def choices(self, player: Player, choices: Choices) -> None:
        """A bot has answered turns; raises Refusal."""

    def sent(self, player: Player) -> None:
        """A batch is on its way to the bot."""

    def broke(self, player: Player, refusal: Refusal) -> None:
        """A bot broke the protocol."""

    def disconnected(self, player: Player) -> None:
        """A bot's stream has ended."""

    def failed(self, error: BaseException) -> None:
        """Something went wrong that is no bot's doing."""


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
        try:
            conversation, hello = await self._hello(context)
            await self._serve(conversation, hello, context)
        except Refusal as refusal:
            await context.abort(getattr(grpc.StatusCode, refusal.status), refusal.sentence)

    async def _hello(self, context: Any) -> tuple[Conversation, Hello]:  # noqa: ANN401  # as above
        data = await context.read()
        if data is END_OF_STREAM:
            await context.abort(grpc.StatusCode.INVALID_ARGUMENT, "the stream ended before hello")
        conversation = Conversation(self._switchboard.tokens())
        try:
            return conversation, conversation.receive(data).hello
        except Refusal as refusal:
            self._switchboard.refused(conversation.token, refusal)
            raise

    async def _serve(self, conversation: Conversation, hello: Hello, context: Any) -> None:  # noqa: ANN401  # as above
        """Carries messages until one side has said its last; nothing was awaited since the token was found good."""
        switchboard = self._switchboard
        max_matches = min(MOST_MATCHES, hello.max_matches or 1)
        player = Player(switchboard.tokens()[hello.token], max_matches)
        self._goodbyes[player] = asyncio.get_running_loop().create_future()
        welcome = switchboard.connected(hello.token, player)
        welcome.protocol_version = PROTOCOL_VERSION
        welcome.max_matches = max_matches
        writer = asyncio.create_task(self._write(welcome, player, context))
        reader = asyncio.create_task(self._read(conversation, player, context))
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
            error = reader.exception() if reader.done() else None
            if isinstance(error, Refusal):
                switchboard.broke(player, error)
                raise error
        finally:
            switchboard.disconnected(player)
            del self._goodbyes[player]
            writer.cancel()
            reader.cancel()
            await asyncio.gather(writer, reader, return_exceptions=True)

    async def _read(self, conversation: Conversation, player: Player, context: Any) -> None:  # noqa: ANN401  # as above
        receive, choices = conversation.receive, self._switchboard.choices
        while (data := await context.read()) is not END_OF_STREAM:
            message = receive(data)
            try:
                choices(player, message.choices)
            except Refusal:
                raise
            except Exception as error:
                self._switchboard.failed(error)
                raise

    async def _write(self, welcome: Welcome, player: Player, context: Any) -> None:  # noqa: ANN401  # as above
        await context.write(ArenaMessage(welcome=welcome).SerializeToString())
        goodbye = self._goodbyes[player]
        goodbye.add_done_callback(lambda _: player.batch_ready.set())
        while not goodbye.done():
            await player.batch_ready.wait()
            await self._deliver(player, context)
        await self._deliver(player, context)  # what was queued during the last delivery
        await context.write(ArenaMessage(goodbye=Goodbye(reason=goodbye.result())).SerializeToString())

    async def _deliver(self, player: Player, context: Any) -> None:  # noqa: ANN401  # as above
        messages = player.take_messages()
        if messages:
            self._switchboard.sent(player)
            for message in messages:
                await context.write(message)


def address_in(folder: Path) -> str:
    """A Unix socket in `folder` where the platform has it and the path fits, else a free port of this machine."""
    path = folder / "arena.socket"
    fits = len(os.fsencode(path)) <= LONGEST_SOCKET_PATH
    return f"unix:{path}" if hasattr(socket, "AF_UNIX") and fits else "127.0.0.1:0"
