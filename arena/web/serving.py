"""The server as a process: it listens, tells where, and ends its streams when it is interrupted."""

import asyncio
import errno
import socket
import sys
from collections.abc import Callable
from types import FrameType
from typing import Final, NamedTuple

import uvicorn

from arena.errors import ArenaError
from arena.ladder.ladder import Service
from arena.sandbox.box import Box
from arena.tables.hall import Hall
from arena.web.app import Server
from arena.web.security import Names
from leaderboards.pages.shown.collection import Collection

SWITCH_S: Final = 0.0005
"""A thread that reads a long league lets go so often; by Python's 5 ms every answer would wait."""
WAITED_S: Final = 3
"""How long an answer that is being sent may take after an interrupt."""
EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104  # they are asked for, not chosen
"""Hosts that mean every address of this machine, and the one at which it finds itself."""
OTHERWISE: Final = "give another address or port with --bind"


class _Interruptible(uvicorn.Server):
    """Ends the streams as soon as it is told to end; uvicorn would wait for browsers to do it."""

    def __init__(self, config: uvicorn.Config, server: Server) -> None:
        super().__init__(config)
        self._server = server
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Notes the loop."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002  # uvicorn's signature
        """Once: ends when what is being sent was; twice: at once."""
        self.force_exit = self.should_exit
        self.should_exit = True
        if self._loop:
            self._loop.call_soon_threadsafe(self._server.stop)


class Listening(NamedTuple):
    """Where a server listens."""

    socket: socket.socket
    host: str

    def address(self) -> str:
        """Where a browser on this machine opens it; where all may, also what others open."""
        port = self.socket.getsockname()[1]
        if self.host in EVERYWHERE:
            return f"http://{EVERYWHERE[self.host]}:{port}/ here, http://{socket.gethostname()}:{port}/ for others"
        return f"http://[{self.host}]:{port}/" if ":" in self.host else f"http://{self.host}:{port}/"


def listen(bind: str) -> Listening:
    """Listens at `HOST:PORT`; raises ArenaError [bad-bind]."""
    host, port = address_of(bind)
    return Listening(_listening(host, port), host)


def serve(
    collection: Collection,
    listening: Listening,
    hosts: tuple[str, ...],
    tell: Callable[[str], None],
    hall: Hall | None = None,
    box: Box | None = None,
    ladder: Service | None = None,
) -> None:
    """Serves until it is interrupted, with the tables of a hall, and a ladder; `tell` hears the address.

    `box`: how bots are confined that are asked what they would choose; None: none are. Raises ArenaError
    [ladder-in-use].
    """
    if ladder:
        ladder.ladder.serve(listening.address().split()[0])
    sys.setswitchinterval(SWITCH_S)
    server = Server(collection, Names((listening.host, *hosts)), hall, box, ladder)
    config = uvicorn.Config(
        server.app(),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=WAITED_S,
    )
    tell(listening.address())
    with listening.socket:
        _Interruptible(config, server).run(sockets=[listening.socket])


def address_of(bind: str) -> tuple[str, int]:
    """Host and port of `HOST:PORT`; raises ArenaError [bad-bind]."""
    host, colon, port = bind.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not host or not port.isdecimal() or int(port) > 65_535:
        raise ArenaError(
            "bad-bind", f"--bind is {bind!r}; expected HOST:PORT", "127.0.0.1:0 is any free port of this machine alone"
        )
    return host, int(port)


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (while ")[0]  # there Python tells the address again
        taken = error.errno == errno.EADDRINUSE
        hint = f"end what is there; or --bind {host}:0 takes a port that is free" if taken else OTHERWISE
        raise ArenaError("bad-bind", f"nothing can be served at {host}:{port}: {reason}", hint) from error
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else a page waits 40 ms for its second half
    return listening
