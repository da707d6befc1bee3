"""A client's connection to the server uvicorn, with time limits and with TLS.

Rule 1: a connection counts as a stranger's until the server has received a complete request. After the response, it
counts as a stranger's again. The crowd (all connections of the server) limits the number of strangers' connections, and
the time that each may take to send its request.
Rule 2: as soon as the application reports that a signed-in person sends the request, these limits no longer apply to
the connection. The request's body may then take any time, as long as enough bytes keep arriving.
Rule 3: the client must keep reading the response, or the connection is closed.
"""

import asyncio
import ssl
from typing import Any, Final

from starlette.requests import Request
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from arena.remote.strangers import network
from arena.web.connections.crowd import STRANGER_S, Crowd

SOMEBODYS: Final = "arena.somebodys"
"""The key in a request's scope under which the connection stores a function.

The application calls the function when it knows that a signed-in person sends the request.
"""
BODY_S: Final = 20.0
LEAST_OF_BODY: Final = 100_000
"""The minimum number of bytes of a signed-in person's request body that must arrive in every BODY_S seconds.

Fewer bytes suffice while the server itself is too slow to read, or if they complete the body.
"""
TAKEN_S: Final = 30.0
"""The seconds after which a connection is closed if its client has read nothing of the response in the buffer."""


class Connection(H11Protocol):
    """A connection to one client, with the time limits that this module describes."""

    def __init__(
        self,
        crowd: Crowd,
        tls: ssl.SSLContext | None,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.address = ""
        self._crowd, self._tls = crowd, tls
        self._outer: asyncio.Transport | None = None
        """The transport below TLS; without TLS, the only transport."""
        self._encrypting: asyncio.Task[None] | None = None
        self._early = bytearray()
        """The bytes received before TLS was set up, stored until they can be processed."""
        self._asked: object = None
        """The request that was in progress when `_look` was last called."""
        self._is_asked = False
        """Whether the response to the request `_asked` is still incomplete."""
        self._came = 0
        """The number of bytes received since the progress of the request's body was last checked."""
        self._body: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # the signature is uvicorn's
        """Counts the new connection as a stranger's, with stricter limits, because nobody has signed in on this
        connection yet.

        Sets up TLS if TLS is configured.
        """
        self._outer = transport
        peer = transport.get_extra_info("peername")
        self.address = network(peer[0]) if isinstance(peer, tuple) else ""
        self._crowd.come(self)
        if self._tls:
            self._encrypting = self.loop.create_task(self._encrypt(transport, self._tls))
        else:
            super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Processes received bytes, and checks whether the request is complete now."""
        if self.transport is None:
            self._early += data
            return
        self._came += len(data)
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """After a complete response, waits for the next request, or handles one that has arrived already."""
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Removes the ended connection from the crowd, which contains all connections of the server, and cancels its
        timers.
        """
        self._forget()
        if self.transport is not None:
            super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Starts the time limit of TAKEN_S seconds for the client to read some of the response in the full buffer."""
        super().pause_writing()
        self._taking = self.loop.call_later(TAKEN_S, self._demand_taken, self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """Cancels the time limit for reading the response, because the client has read some of it."""
        super().resume_writing()
        _cancel(self._taking)
        self._look()

    def end(self) -> None:
        """Closes the connection at once."""
        self._forget()
        if self._outer:
            self._outer.abort()

    def _forget(self) -> None:
        self._crowd.forget(self)
        _cancel(self._body, self._taking)

    def _look(self) -> None:
        """Reports to the crowd, the set of all connections of the server, how far the present request is.

        Reports a complete header, a complete body, and a complete response.
        """
        if self.cycle is not self._asked:
            self._asked, self._is_asked = self.cycle, True
            self.scope[SOMEBODYS] = self._await_body  # type: ignore[typeddict-unknown-key]  # a key of this server
            if self.cycle.more_body:
                self._crowd.come(self)
        if self._is_asked and self.cycle.response_complete:
            if self.flow.write_paused:
                return
            self._is_asked = False
            _cancel(self._body)
            self._crowd.come(self)
        elif self._is_asked and not self.cycle.more_body:
            _cancel(self._body)
            self._crowd.greet(self)

    def _await_body(self) -> None:
        """Ends the stricter limits for strangers, and starts the time limit of BODY_S seconds for more of the body.

        Does nothing if the body is complete or the client has left.
        """
        if self.cycle.more_body and not self.cycle.disconnected:
            self._crowd.greet(self)
            self._came = 0
            self._body = self.loop.call_later(BODY_S, self._demand_body)

    def _demand_body(self) -> None:
        if self._came < LEAST_OF_BODY and not self.flow.read_paused:
            self.end()
        else:
            self._await_body()

    def _demand_taken(self, before: int) -> None:
        left = self.transport.get_write_buffer_size()
        if left >= before:
            self.end()
        else:
            self._taking = self.loop.call_later(TAKEN_S, self._demand_taken, left)

    async def _encrypt(self, transport: asyncio.Transport, tls: ssl.SSLContext) -> None:
        try:
            inner = await self.loop.start_tls(
                transport,
                self,
                tls,
                server_side=True,
                ssl_handshake_timeout=STRANGER_S,
                ssl_shutdown_timeout=STRANGER_S,
            )
        except (OSError, EOFError):  # the client has left, or does not use TLS
            inner = None
        if inner is None:
            self.end()
            return
        super().connection_made(inner)
        if self._early:
            self.data_received(bytes(self._early))
            self._early.clear()


def is_somebodys(request: Request) -> None:
    """Reports to a request's connection that a signed-in person sends the request, so that its body may take longer."""
    request.scope.get(SOMEBODYS, _nothing)()


def _nothing() -> None:
    """Does nothing; called for a request that has not come over a `Connection`."""


def _cancel(*timers: asyncio.TimerHandle | None) -> None:
    for timer in timers:
        if timer:
            timer.cancel()
