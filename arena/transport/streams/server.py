"""The gRPC server of one bot process, on a separate socket.

Rule 1: the server handles messages as bytes; arena.protocol encodes and decodes them.
Rule 2: everything that a bot can open or send has a limit here, so that a bot which opens or sends too much harms only
itself. The limits apply to connections, streams and messages. Only the bot's first stream is used, and it carries one
message at a time.
"""

import asyncio
import logging
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol

import grpc
import grpc.aio

from arena.errors import ArenaError
from arena.protocol.conversation import MOST_MESSAGE_BYTES, Refusal
from arena.system import sockets
from arena.transport.streams.line import Line

Context = Any
"""gRPC's object for its end of a stream, for which the library has no public type."""

END_OF_STREAM: Final[Any] = grpc.aio.EOF  # type: ignore[attr-defined]  # missing in the stubs
SERVICE: Final = "arena.protocol.v1.ArenaService"
PLAY: Final = f"/{SERVICE}/Play"
MOST_READ_BYTES: Final = 16 * MOST_MESSAGE_BYTES
"""The most bytes of a message that gRPC accepts. It is larger than the protocol's own limit, so that the arena can
refuse a slightly too large message with a sentence. If a message exceeds even this size, gRPC cuts the stream.
"""
MOST_SENT_BYTES: Final = 16 << 20
MOST_CONNECTIONS: Final = 4
"""The most connections of one bot process at the same time; gRPC closes any others."""
MOST_OPEN_STREAMS: Final = 2
"""The most streams on one connection: the bot's stream, and one more, which the arena refuses with a sentence."""
MOST_STREAMS: Final = 8
"""The most streams that one process may open in its whole life; one more is a fault."""
CUT_WITHIN_S: Final = 0.1
"""How many seconds the arena waits after the last message of a stream, so that gRPC can still report if the stream was
cut instead of closed.
"""

LAST_NUMBER: Final = 9_999_999
"""The highest number that the name of a process's socket can contain; no host starts so many processes."""
LONGEST_TIMEOUT_MS: Final = (1 << 31) - 1
"""The longest timeout that gRPC accepts, in milliseconds."""


def _is_a_complaint(record: logging.LogRecord) -> bool:
    """Returns whether to show a log record of gRPC. Records of cut streams are hidden, because the arena itself reports
    cut streams.
    """
    return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))


logging.getLogger("grpc._cython.cygrpc").addFilter(_is_a_complaint)


class Carrier(Protocol):
    """Carries messages between a bot's stream and the rest of the arena, as the class Pump does."""

    async def carry(self, line: Line) -> None:
        """Carries messages until either side has sent its last message, or the arena refuses the bot because it broke
        the protocol.
        """

    def say_goodbye(self, reason: str) -> None:
        """Sends the bot the waiting messages, then the message Goodbye with the reason; sends nothing afterwards."""

    def said_goodbye(self) -> bool:
        """Returns whether `say_goodbye` was called."""

    def stop(self) -> None:
        """Reports nothing more about the bot to the rest of the arena from now on."""

    def break_off(self, refusal: Refusal) -> None:
        """Ignores the bot's messages from now on, and reports to the rest of the arena that it broke the protocol."""

    def end(self, sentence: str) -> None:
        """Reports to the rest of the arena that the stream has ended; `sentence` gives the reason."""


class Server:
    """The gRPC server for one process of a bot.

    `startup_ms`: the time in milliseconds within which the bot's side must acknowledge gRPC's settings.
    """

    def __init__(self, pump: Carrier, startup_ms: int) -> None:
        self._startup_ms = min(startup_ms, LONGEST_TIMEOUT_MS)
        self._pump = pump
        self._streams = 0
        self._taken = False
        """Whether the bot has opened its only allowed stream already."""
        self._server = grpc.aio.server(options=_options(self._startup_ms))
        self._server.add_generic_rpc_handlers((_Streams(self),))

    async def start(self, address: str) -> str:
        """Begins to listen at `address`; returns the address to which the bot must connect."""
        port = self._server.add_insecure_port(address)
        starting = asyncio.create_task(self._server.start())
        try:
            await asyncio.shield(starting)
        finally:
            await asyncio.wait((starting,))  # gRPC cannot stop a server that is still starting
        return address if address.startswith("unix:") else f"{address.rsplit(':', 1)[0]}:{port}"

    async def stop(self) -> None:
        """Stops the server, which ends an open stream. Reports nothing more about the bot; may be called again."""
        self._pump.stop()
        await self._server.stop(grace=None)

    def say_goodbye(self, reason: str) -> None:
        """Sends the bot the waiting messages, then the message Goodbye with the reason, which ends the stream."""
        self._pump.say_goodbye(reason)

    def opened(self, method: str) -> "grpc.RpcMethodHandler[Any, Any] | None":
        """Returns the handler for a stream that the bot has opened; None if the bot calls an unknown method."""
        self._streams += 1
        if self._streams > MOST_STREAMS:
            sentence = f"the bot opened more than {MOST_STREAMS} streams; it has one, for its whole life"
            self._pump.break_off(Refusal("RESOURCE_EXHAUSTED", sentence))
        return grpc.stream_stream_rpc_method_handler(self._play) if method == PLAY else None

    async def _play(self, _: object, context: Context) -> None:
        stream = _Stream(context)
        if self._taken:
            again = Refusal("RESOURCE_EXHAUSTED", "the bot opened a second stream; it has one, for its whole life")
            self._pump.break_off(again)
            await stream.refuse(again)
            return
        self._taken = True
        opened_s, ended = time.monotonic(), "the bot closed its stream"
        try:
            await self._pump.carry(stream)
            if not self._pump.said_goodbye():
                await asyncio.sleep(CUT_WITHIN_S)
        except asyncio.CancelledError:
            ended = _cut(time.monotonic() - opened_s, self._startup_ms)
            raise
        finally:
            self._pump.end(ended)


class _Stream:
    """The arena's end of a gRPC stream, as a Line."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.write = context.write

    async def read(self) -> bytes | None:
        data = await self._context.read()
        return None if data is END_OF_STREAM else data

    async def refuse(self, refusal: Refusal) -> None:
        with suppress(grpc.aio.InternalError):  # a bot that has cut the stream cannot be told
            await self._context.abort(getattr(grpc.StatusCode, refusal.status), refusal.sentence)


class _Streams(grpc.GenericRpcHandler):  # type: ignore[type-arg]  # generic only in the stubs
    """Passes each stream that a bot opens to the server, even if the bot calls an unknown method."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> "grpc.RpcMethodHandler[Any, Any] | None":
        """Returns the handler for the stream; None if the bot calls an unknown method."""
        return self._server.opened(handler_call_details.method)


def address_in(folder: Path, number: int, name: str, *, confined: bool) -> str:
    """Returns an address for the server: a Unix socket in `folder` if the system has them and the path is short enough,
    else a free port of this machine.

    Raises ArenaError [no-socket] if no such socket is possible and the bot of that name is confined, because a confined
    bot cannot connect to a port.
    """
    # tests the longest path, so that all processes have sockets or none has
    if sockets.fits(folder / f"{LAST_NUMBER}.socket"):
        return f"unix:{folder / f'{number}.socket'}"
    if confined:
        raise ArenaError(
            "no-socket",
            f"the bot {name} runs in a sandbox and must connect through a socket file, but the path of the folder "
            f"{folder} is too long for a socket file",
            "set the environment variable TMPDIR to a folder with a shorter path",
        )
    return "127.0.0.1:0"


def _options(startup_ms: int) -> tuple[tuple[str, int], ...]:
    return (
        ("grpc.max_receive_message_length", MOST_READ_BYTES),
        ("grpc.max_send_message_length", MOST_SENT_BYTES),
        ("grpc.max_allowed_incoming_connections", MOST_CONNECTIONS),
        ("grpc.max_concurrent_streams", MOST_OPEN_STREAMS),
        ("grpc.server_handshake_timeout_ms", startup_ms),
        ("grpc.http2.settings_timeout", startup_ms),
        # a suspended bot, whose turn it is not, cannot answer, so gRPC must send no PING and no second SETTINGS
        ("grpc.http2.bdp_probe", 0),
        # without this option, gRPC would not wait for SETTINGS either
        ("grpc.keepalive_time_ms", LONGEST_TIMEOUT_MS - 1),
        ("grpc.so_reuseport", 0),
    )


def _cut(after_s: float, startup_ms: int) -> str:
    """Returns a sentence that reports that a bot's stream was cut `after_s` seconds after it was opened. It lists all
    possible causes, because gRPC does not report the actual one.

    `startup_ms`: the most milliseconds that the bot's side may take to acknowledge gRPC's settings.
    """
    return (
        f"the bot's stream was cut after {after_s:.1f} s: by the bot, or by gRPC for what is not allowed (a message of "
        f"more than {MOST_READ_BYTES >> 20} MiB, SETTINGS that are not acknowledged within {startup_ms} ms, too many "
        "PINGs, broken frames)"
    )
