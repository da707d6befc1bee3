"""One connection of uvicorn, with time limits and deferred TLS.

Rule 1: a connection is a stranger until its request is whole, header and body, and again after the answer.
Rule 2: the body of a known person, as the application says, may take longer, as long as bytes keep coming.
Rule 3: the client must keep taking bytes of the answer.
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
"""Key in a scope: the function to call when the body of this request is from a known person."""
BODY_S: Final = 20.0
LEAST_OF_BODY: Final = 100_000
"""Bytes of such a body that must come within BODY_S, unless the server is slower or fewer are left."""
TAKEN_S: Final = 30.0
"""How long the client may take nothing of an answer."""


class Connection(H11Protocol):
    """A connection to a browser or to another client."""

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
        """The transport below TLS, or the only one."""
        self._encrypting: asyncio.Task[None] | None = None
        self._early = bytearray()
        """Bytes that came before TLS was set up."""
        self._asked: object = None
        """The request that `_look` saw last."""
        self._is_asked = False
        """Whether that request is not answered yet."""
        self._came = 0
        """Bytes received since the body was last checked."""
        self._body: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Begins as a stranger, of which only the address is known."""
        self._outer = transport
        peer = transport.get_extra_info("peername")
        self.address = network(peer[0]) if isinstance(peer, tuple) else ""
        self._crowd.come(self)
        if self._tls:
            self._encrypting = self.loop.create_task(self._encrypt(transport, self._tls))
        else:
            super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Takes received bytes, and checks whether the request is whole now."""
        if self.transport is None:
            self._early += data
            return
        self._came += len(data)
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Turns to the next request, for which the connection waits or which has come already."""
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Frees what the connection held."""
        self._forget()
        if self.transport is not None:
            super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Starts the time limit within which the client must take some of the answer."""
        super().pause_writing()
        self._taking = self.loop.call_later(TAKEN_S, self._demand_taken, self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """Stops that time limit: the client has taken some of the answer."""
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
        """Checks whether the request is whole now, or the connection waits for another."""
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
        """Treats the connection as known from now on, although the body is not complete."""
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
    """Says that the body of a request comes from a known person, and may take longer."""
    request.scope.get(SOMEBODYS, _nothing)()


def _nothing() -> None:
    """Does nothing; for requests that another kind of server received."""


def _cancel(*timers: asyncio.TimerHandle | None) -> None:
    for timer in timers:
        if timer:
            timer.cancel()
