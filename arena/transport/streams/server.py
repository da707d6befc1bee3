"""The gRPC server: one for each process of a bot, with a socket of its own; its one stream carries bytes both ways.

Rule 1: messages are handled as bytes; the protocol floor writes and reads them.
Rule 2: whatever a bot opens or announces is bounded here, and costs nobody but itself: a few connections, a few
streams, of which the first is the bot's, and one message at a time.
"""

import asyncio
import os
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol

import grpc
import grpc.aio

from arena.protocol.conversation import MOST_MESSAGE_BYTES, PROTOCOL_VERSION, Conversation, Refusal
from arena.protocol.v1.arena_pb2 import ArenaMessage, Choices, Goodbye, Welcome
from arena.transport.streams.player import Player

Context = Any
"""gRPC's end of a stream; it has no public type."""

END_OF_STREAM: Final[Any] = grpc.aio.EOF  # type: ignore[attr-defined]  # missing in the stubs
SERVICE: Final = "arena.protocol.v1.ArenaService"
PLAY: Final = f"/{SERVICE}/Play"
MOST_READ_BYTES: Final = 16 * MOST_MESSAGE_BYTES
"""Up to this, a message that is too large is refused with a sentence; beyond it gRPC cuts the stream."""
MOST_SENT_BYTES: Final = 16 << 20
MOST_MATCHES: Final = 4_096
"""Most matches any bot is given at the same time."""
MOST_CONNECTIONS: Final = 4
"""Of one process at the same time; gRPC closes others."""
MOST_OPEN_STREAMS: Final = 2
"""On one connection; a bot has one, and the other is there to be refused."""
MOST_STREAMS: Final = 8
"""In the life of one process; more are a fault."""
CUT_WITHIN_S: Final = 0.1
"""How long after the last message gRPC may take to say that a stream was not closed but cut."""

LONGEST_SOCKET_PATH: Final = 100
"""In bytes; systems allow a few more."""
LONGEST_TIMEOUT_MS: Final = (1 << 31) - 1
"""That gRPC takes."""


class Switchboard(Protocol):
    """What a server asks and tells of its bot."""

    def introduced(self, player: Player) -> Welcome:
        """The bot has said hello; what it is granted."""

    def connected(self, player: Player) -> None:
        """The bot has been sent its Welcome."""

    def choices(self, player: Player, choices: Choices) -> None:
        """The bot has answered turns; raises Refusal."""

    def sent(self, player: Player) -> None:
        """A batch is on its way to the bot."""

    def broke(self, name: str, refusal: Refusal) -> None:
        """The bot broke the protocol."""

    def disconnected(self, name: str, sentence: str) -> None:
        """The bot's stream has ended, and how."""

    def failed(self, error: BaseException) -> None:
        """Something went wrong that is no bot's doing."""


class Server:
    """Listens for one process of a bot, which has `startup_ms` to acknowledge the settings of a connection."""

    def __init__(self, name: str, token: str, startup_ms: int, switchboard: Switchboard) -> None:
        self._name = name
        self._token = token
        self._startup_ms = min(startup_ms, LONGEST_TIMEOUT_MS)
        self._switchboard = switchboard
        self._streams = 0
        self._taken = False
        """Whether the bot has opened its stream."""
        self._refused = False
        """Whether the bot broke the protocol; what it says after that counts no more."""
        self._stopped = False
        self._goodbye: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._server = grpc.aio.server(options=_options(self._startup_ms))
        self._server.add_generic_rpc_handlers((_Streams(self),))

    async def start(self, address: str) -> str:
        """Listens; the address the bot dials."""
        port = self._server.add_insecure_port(address)
        starting = asyncio.create_task(self._server.start())
        try:
            await asyncio.shield(starting)
        finally:
            await asyncio.wait((starting,))  # gRPC cannot stop a server that has not quite started
        return address if address.startswith("unix:") else f"{address.rsplit(':', 1)[0]}:{port}"

    async def stop(self) -> None:
        """Ends what is left of the stream; may be said again. Nothing is told of the bot any more."""
        self._stopped = True
        await self._server.stop(grace=None)

    def say_goodbye(self, reason: str) -> None:
        """Sends what waits and the last message; the stream then ends."""
        if not self._goodbye.done():
            self._goodbye.set_result(reason)

    def opened(self, method: str) -> "grpc.RpcMethodHandler[Any, Any] | None":
        """What carries a stream the bot has opened; None if there is no such method."""
        self._streams += 1
        if self._streams > MOST_STREAMS:
            sentence = f"the bot opened more than {MOST_STREAMS} streams; it has one, for its whole life"
            self._broke(Refusal("RESOURCE_EXHAUSTED", sentence))
        return grpc.stream_stream_rpc_method_handler(self._play) if method == PLAY else None

    async def _play(self, _: object, context: Context) -> None:
        if self._taken:
            again = Refusal("RESOURCE_EXHAUSTED", "the bot opened a second stream; it has one, for its whole life")
            self._broke(again)
            await _abort(context, again)
            return
        self._taken = True
        opened_s, ended = time.monotonic(), "the bot closed its stream"
        try:
            await self._converse(context)
        except Refusal as refusal:
            self._broke(refusal)
            await _abort(context, refusal)
        except asyncio.CancelledError:
            ended = _cut(time.monotonic() - opened_s, self._startup_ms)
            raise
        finally:
            if not self._stopped:
                self._switchboard.disconnected(self._name, ended)

    async def _converse(self, context: Context) -> None:
        """Carries messages until one side has said its last; raises Refusal."""
        conversation = Conversation(self._token)
        data = await context.read()
        if data is END_OF_STREAM:
            await asyncio.sleep(CUT_WITHIN_S)
            return
        hello = conversation.receive(data).hello
        player = Player(self._name, min(MOST_MATCHES, hello.max_matches or 1))
        self._goodbye.add_done_callback(lambda _: player.batch_ready.set())
        welcome = self._switchboard.introduced(player)
        welcome.protocol_version = PROTOCOL_VERSION
        welcome.max_matches = player.max_matches
        writer = asyncio.create_task(self._write(welcome, player, context))
        reader = asyncio.create_task(self._read(conversation, player, context))
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
            if reader.done() and isinstance(error := reader.exception(), Refusal):
                raise error
            if not self._goodbye.done():
                await asyncio.sleep(CUT_WITHIN_S)
        finally:
            writer.cancel()
            reader.cancel()
            await asyncio.gather(writer, reader, return_exceptions=True)

    async def _read(self, conversation: Conversation, player: Player, context: Context) -> None:
        receive, choices = conversation.receive, self._switchboard.choices
        while (data := await context.read()) is not END_OF_STREAM and not self._refused:
            message = receive(data)
            try:
                choices(player, message.choices)
            except Refusal:
                raise
            except Exception as error:
                self._switchboard.failed(error)
                raise

    async def _write(self, welcome: Welcome, player: Player, context: Context) -> None:
        await context.write(ArenaMessage(welcome=welcome).SerializeToString())
        if self._stopped:
            return
        self._switchboard.connected(player)
        while not self._goodbye.done():
            await player.batch_ready.wait()
            await self._deliver(player, context)
        await self._deliver(player, context)  # what was queued during the last delivery
        await context.write(ArenaMessage(goodbye=Goodbye(reason=self._goodbye.result())).SerializeToString())

    async def _deliver(self, player: Player, context: Context) -> None:
        owed = bool(player.open_turns)  # then their time runs already
        messages = player.take_messages()
        if messages:
            if not owed:
                self._switchboard.sent(player)
            player.writing = True
            for message in messages:
                await context.write(message)
            player.writing = False

    def _broke(self, refusal: Refusal) -> None:
        self._refused = True
        if not self._stopped:
            self._switchboard.broke(self._name, refusal)


class _Streams(grpc.GenericRpcHandler):  # type: ignore[type-arg]  # which is generic in the stubs alone
    """Every stream that is opened comes by here, whatever it is for."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> "grpc.RpcMethodHandler[Any, Any] | None":
        """What carries the stream."""
        return self._server.opened(handler_call_details.method)


async def _abort(context: Context, refusal: Refusal) -> None:
    """Ends a stream with a refusal, of which a bot that has cut it need not hear."""
    with suppress(grpc.aio.InternalError):
        await context.abort(getattr(grpc.StatusCode, refusal.status), refusal.sentence)


def address_in(folder: Path, number: int) -> str:
    """A Unix socket in `folder` where the platform has it and the path fits, else a free port of this machine."""
    path = folder / f"{number}.socket"
    fits = len(os.fsencode(path)) <= LONGEST_SOCKET_PATH
    return f"unix:{path}" if hasattr(socket, "AF_UNIX") and fits else "127.0.0.1:0"


def _options(startup_ms: int) -> tuple[tuple[str, int], ...]:
    return (
        ("grpc.max_receive_message_length", MOST_READ_BYTES),
        ("grpc.max_send_message_length", MOST_SENT_BYTES),
        ("grpc.max_allowed_incoming_connections", MOST_CONNECTIONS),
        ("grpc.max_concurrent_streams", MOST_OPEN_STREAMS),
        ("grpc.server_handshake_timeout_ms", startup_ms),
        ("grpc.http2.settings_timeout", startup_ms),
        ("grpc.so_reuseport", 0),
    )


def _cut(after_s: float, startup_ms: int) -> str:
    """All that gRPC lets one know of a stream that did not end as streams do."""
    return (
        f"the bot's stream was cut after {after_s:.1f} s: by the bot, or by gRPC for what is not allowed (a message of "
        f"more than {MOST_READ_BYTES >> 20} MiB, SETTINGS that are not acknowledged within {startup_ms} ms, too many "
        "PINGs, broken frames)"
    )
