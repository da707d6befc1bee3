"""A connection of the web server uvicorn, with time limits; TLS is set up after the connection is accepted.

Rule 1: a connection counts as a stranger's until its whole request has arrived, header and body, and again after the
response is sent. Strangers have little time and few connections.
Rule 2: if the application says that a known person sends the request, the body may take longer, as long as bytes keep
arriving.
Rule 3: the client must keep receiving bytes of the response, or the connection is closed.
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
"""The key, in a request's ASGI scope, of a function; the application calls it if a known person sends the request."""
BODY_S: Final = 20.0
LEAST_OF_BODY: Final = 100_000
"""The minimum number of bytes that a known person's body must bring within BODY_S seconds, or the connection is closed.
The limit does not apply if fewer bytes are left to send, or while the server itself reads slowly.
"""
TAKEN_S: Final = 30.0
"""The time in seconds after which a connection is closed if the client has received no byte of a response meanwhile."""


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
        """The transport below TLS, or the only transport if there is no TLS."""
        self._encrypting: asyncio.Task[None] | None = None
        self._early = bytearray()
        """The bytes that arrived before TLS was set up."""
        self._asked: object = None
        """The request that was in progress when `_look` was last called; None if there was none yet."""
        self._is_asked = False
        """Whether the response to the request `_asked` is still incomplete."""
        self._came = 0
        """The number of bytes received since the speed of the body was last checked."""
        self._body: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Counts the connection as a stranger's under its address, and sets up TLS if the server uses it."""
        self._outer = transport
        peer = transport.get_extra_info("peername")
        self.address = network(peer[0]) if isinstance(peer, tuple) else ""
        self._crowd.come(self)
        if self._tls:
            self._encrypting = self.loop.create_task(self._encrypt(transport, self._tls))
        else:
            super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Processes received bytes, and updates the connection's state if they complete a request."""
        if self.transport is None:
            self._early += data
            return
        self._came += len(data)
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Continues with the next request, which may have arrived already."""
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops counting the ended connection, and cancels its timers."""
        self._forget()
        if self.transport is not None:
            super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Starts the time limit within which the client must receive some of the response."""
        super().pause_writing()
        self._taking = self.loop.call_later(TAKEN_S, self._demand_taken, self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """Cancels the time limit for receiving the response, because the client has received some of it."""
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
        """Updates the connection's state: whether its request is complete, or it waits for another request."""
        if self.cycle is not self._asked:
            self._asked, self._is_asked = self.cycle, True
            self.scope[SOMEBODYS] = self._await_body  # type: ignore[typeddict-unknown-key]  # the server's own
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
        """Records that a known person sends the request, so that the connection does not count as a stranger's although
        the body is incomplete.
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
        except (OSError, EOFError):  # the client has left, or speaks no TLS
            inner = None
        if inner is None:
            self.end()
            return
        super().connection_made(inner)
        if self._early:
            self.data_received(bytes(self._early))
            self._early.clear()


def is_somebodys(request: Request) -> None:
    """Tells a request's connection that a known person sends the request, so that its body may take longer."""
    request.scope.get(SOMEBODYS, _nothing)()


def _nothing() -> None:
    """Does nothing; stands in for the function at SOMEBODYS if another server than uvicorn received the request."""


def _cancel(*timers: asyncio.TimerHandle | None) -> None:
    for timer in timers:
        if timer:
            timer.cancel()
