"""The server process: listens, announces its address, and ends streams on interruption."""

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
from arena.tables.hall import Hall
from arena.tls.listening import Listening
from arena.tls.showing import Tls
from arena.web.app import Server
from arena.web.connections.connection import Connection
from arena.web.connections.crowd import Crowd
from arena.web.health.app import Health
from arena.web.security import Names
from leaderboards.pages.shown.collection import Collection

SWITCH_S: Final = 0.0005
"""A thread that reads a long league lets go so often; by Python's 5 ms every answer would wait."""
WAITED_S: Final = 3
"""How long an answer that is being sent may take after an interrupt."""


class _Interruptible(uvicorn.Server):
    """Ends the streams as soon as it is told to end; uvicorn would wait for browsers to do it."""

    def __init__(self, config: uvicorn.Config, server: Server, beside: "_Beside | None") -> None:
        super().__init__(config)
        self._server, self._beside = server, beside
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Notes the loop."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if self._beside:
            self._beside.begin()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends what runs beside, too."""
        if self._beside:
            await self._beside.end()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002  # uvicorn's signature
        """Once: ends when what is being sent was; twice: at once."""
        self.force_exit = self.should_exit
        self.should_exit = True
        if self._loop:
            self._loop.call_soon_threadsafe(self._server.stop)


class _Beside(uvicorn.Server):
    """Another one in the same loop, which begins and ends with the first one."""

    def __init__(self, app: ASGIApp, listening: socket.socket) -> None:
        super().__init__(server_config(app, lifespan="off"))
        self._listening = listening
        self._serving: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begins to answer."""
        self._serving = asyncio.create_task(self.serve([self._listening]))

    async def end(self) -> None:
        """Answers no more."""
        self.should_exit = True
        if self._serving:
            await self._serving

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """They are the first one's."""
        yield


def server_config(app: ASGIApp, tls: Tls | None = None, **more: Any) -> uvicorn.Config:  # noqa: ANN401  # uvicorn's
    """How an application is served, with bounds for all who connect and have shown nothing."""
    context = None
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(tls.certificate, tls.key)
    bounds = most()
    http: Any = partial(Connection, Crowd(bounds), context)
    return uvicorn.Config(
        app,
        http=http,
        backlog=bounds.strangers,  # asyncio lets in as many before any of them can be ended
        ws="none",
        log_config=None,  # its lines go where all of this process go
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
    hall: Hall | None = None,
    box: Box | None = None,
    ladder: Service | None = None,
    health: Listening | None = None,
) -> None:
    """Serves until it is interrupted, with the tables of a hall, and a ladder; `tell` hears the address.

    `box`: how bots are confined that are asked what they would choose; None: none are; `health`: where it answers how
    it is itself. Raises ArenaError [ladder-in-use].
    """
    if ladder:
        ladder.ladder.serve(listening.linked(hosts))
    sys.setswitchinterval(SWITCH_S)
    raise_descriptors()
    server = Server(collection, Names((listening.host, *hosts)), hall, box, ladder)
    config = server_config(server.app(), listening.tls, timeout_graceful_shutdown=WAITED_S)
    tell(listening.address())
    beside = _Beside(Health(ladder).app(), health.socket) if health else None
    with listening.socket:
        _Interruptible(config, server, beside).run(sockets=[listening.socket])
