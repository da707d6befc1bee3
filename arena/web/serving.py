"""Runs the server: listens, reports its address, and ends streams when it is interrupted."""

import asyncio
import socket
import ssl
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp

from arena.ladder.ladder import Service
from arena.sandbox.box import Box
from arena.system.descriptors import most, raise_descriptors
from arena.tables.service import TableService
from arena.tls.listen_address import Listening
from arena.tls.server_certificate import Tls
from arena.web.app import Server
from arena.web.connections.connection import Connection
from arena.web.connections.crowd import Crowd
from arena.web.health.app import Health
from arena.web.security import Names
from leaderboards.pages.shown.collection import Collection

SWITCH_S: Final = 0.0005
"""The maximum number of seconds for which a thread runs while other threads wait.

With Python's default of 5 ms, responses would wait too long while a thread reads a league.
"""
WAITED_S: Final = 3
"""The maximum number of seconds for which responses in progress may continue after an interrupt."""


class _Interruptible(uvicorn.Server):
    """A server that ends its streams when it is interrupted; uvicorn alone would wait until browsers end them."""

    def __init__(self, config: uvicorn.Config, server: Server, beside: "_Beside | None") -> None:
        super().__init__(config)
        self._server, self._beside = server, beside
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Stores the event loop, starts this server, and then starts the second server (for health checks), if any."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if self._beside:
            self._beside.begin()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the second server (for health checks), if any, and then this server."""
        if self._beside:
            await self._beside.end()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002  # uvicorn's signature
        """Ends the server after the responses in progress; a second signal ends it at once."""
        self.force_exit = self.should_exit
        self.should_exit = True
        if self._loop:
            self._loop.call_soon_threadsafe(self._server.stop)


class _Beside(uvicorn.Server):
    """A second server in the same event loop, which starts and ends together with the first server."""

    def __init__(self, app: ASGIApp, listening: socket.socket) -> None:
        super().__init__(server_config(app, lifespan="off"))
        self._listening = listening
        self._serving: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Starts this server as a task of the running loop."""
        self._serving = asyncio.create_task(self.serve([self._listening]))

    async def end(self) -> None:
        """Ends this server, and waits until it has ended."""
        self.should_exit = True
        if self._serving:
            await self._serving

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Handles no signals, because the first server (`_Interruptible`) handles them for both servers."""
        yield


def server_config(app: ASGIApp, tls: Tls | None = None, **more: Any) -> uvicorn.Config:  # noqa: ANN401  # parameters of uvicorn.Config
    """Returns the configuration of uvicorn for an application, with limits on the number and duration of connections.

    `more`: further parameters of uvicorn.Config.
    """
    context = None
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(tls.certificate, tls.key)
    bounds = most()
    http: Any = partial(Connection, Crowd(bounds), context)
    return uvicorn.Config(
        app,
        http=http,
        backlog=bounds.strangers,  # asyncio may accept this many before the limits can end one of them
        ws="none",
        log_config=None,  # uvicorn's messages go to the log of the process
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        **more,
    )


def serve(
    collection: Collection,
    listening: Listening,
    hosts: tuple[str, ...],
    tell: Callable[[str], None],
    table_service: TableService | None = None,
    box: Box | None = None,
    ladder: Service | None = None,
    health: Listening | None = None,
) -> None:
    """Serves a collection, a table service and a ladder until Ctrl-C; first calls `tell` with the server's address.

    `box`: the sandbox for bots that tell viewers which action they would choose. Without it, viewers can ask no bot,
    and the server estimates no chances of winning. `health`: the address and port of the health endpoints, if any.
    Raises ArenaError [ladder-in-use] if another process serves the ladder.
    """
    if ladder:
        ladder.ladder.serve(listening.linked(hosts))
    sys.setswitchinterval(SWITCH_S)
    raise_descriptors()
    server = Server(collection, Names((listening.host, *hosts)), table_service, box, ladder)
    config = server_config(server.app(), listening.tls, timeout_graceful_shutdown=WAITED_S)
    tell(listening.address())
    beside = _Beside(Health(ladder).app(), health.socket) if health else None
    with listening.socket:
        _Interruptible(config, server, beside).run(sockets=[listening.socket])
