"""The door of a gate (the arena's gRPC server for remote bots): it limits the connections that have not offered a bot.

gRPC limits only the total number of connections, so one caller could use up all of them. Therefore each connection
first reaches the door, which relays its bytes to the gate. The door counts a connection as a "stranger" until the
connection has offered a bot, which the gate reports with `known`. The door limits the number of strangers.

Rule: the door neither decrypts nor interprets the bytes that it relays; the gate does both.
"""

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from arena.remote.strangers import Strangers, network
from arena.system.sockets import unix_socket

MOST_STRANGERS: Final = 128
MOST_OF_ONE: Final = 32
"""The most strangers (connections without an offer) from one network address."""
STRANGER_S: Final = 10.0
"""The seconds after which a stranger's connection is closed."""
LAST_WORDS_S: Final = 2.0
"""The seconds that gRPC gets to send its last bytes before the door closes all connections."""
LOOK_S: Final = 0.01
BACKLOG: Final = 512
"""The most connections that may be waiting for acceptance."""


class _End(asyncio.Protocol):
    """One end of a relayed connection, which passes the received bytes to the other end."""

    def __init__(self) -> None:
        self.other: _End | None = None
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Stores the transport of this end, which is now connected."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Passes the bytes to the other end."""
        if there := self._there():
            there.write(data)

    def pause_writing(self) -> None:
        """Stops reading from the other end until this end has sent its waiting bytes."""
        if there := self._there():
            there.pause_reading()

    def resume_writing(self) -> None:
        """Resumes reading from the other end, because this end has sent enough of its waiting bytes."""
        if there := self._there():
            there.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:  # noqa: ARG002  # an end is closed in the same way with or without an error
        """Closes the other end; its waiting bytes are still sent."""
        if there := self._there():
            there.close()

    def _there(self) -> asyncio.Transport | None:
        return self.other.transport if self.other else None


class _Caller(_End):
    """The outer end of a relayed connection: the end that faces the connector."""

    def __init__(self, door: "Door") -> None:
        super().__init__()
        self._door = door
        self.number = 0
        self.address = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Reports the connection to the door, and pauses reading until the inner end is connected."""
        super().connection_made(transport)
        assert self.transport
        # later, because in early releases of Python 3.11 a transport begins to read after this call, even if paused
        asyncio.get_running_loop().call_soon(self.transport.pause_reading)
        self.address = network(transport.get_extra_info("peername")[0])
        self._door.came(self)

    def connection_lost(self, error: Exception | None) -> None:
        """Closes the inner end, and removes the connection from the door's list."""
        super().connection_lost(error)
        self._door.forget(self.number)


class Door:
    """Relays bytes between the public socket and an inner socket in `folder`, on which the gate's gRPC server
    listens.
    """

    def __init__(self, listening: socket.socket, folder: Path) -> None:
        self._listening = listening
        self._folder = folder
        self._numbers = count(1)
        self._there: dict[int, _Caller] = {}
        self._strangers: Strangers[int] = Strangers(self._end, MOST_STRANGERS, MOST_OF_ONE, STRANGER_S)
        self._joining: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    def inner(self) -> Path:
        """Returns the path of the socket on which the gRPC server must listen."""
        return self._folder / "gate"

    async def open(self) -> None:
        """Begins to accept connections."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _Caller(self), sock=self._listening, backlog=BACKLOG)

    async def close(self) -> None:
        """Accepts no more connections; gives gRPC LAST_WORDS_S seconds to finish, and then closes the remaining
        connections.
        """
        if self._server:
            self._server.close()
        until_s = time.monotonic() + LAST_WORDS_S
        while self._there and time.monotonic() < until_s:  # noqa: ASYNC110  # at most LAST_WORDS_S seconds
            await asyncio.sleep(LOOK_S)
        for number in list(self._there):
            self._end(number)
        for task in self._joining:
            task.cancel()
        await asyncio.gather(*self._joining, return_exceptions=True)

    def address(self, peer: str) -> str:
        """Returns the network address of a connection, by the name `peer` that gRPC gives the connection; empty if the
        connection has ended.
        """
        caller = self._there.get(_number(peer))
        return caller.address if caller else ""

    @contextmanager
    def known(self, peer: str) -> Iterator[None]:
        """A context in which the connection that gRPC names `peer` does not count as a stranger. If the connection
        outlives the context, it then counts as a stranger again.
        """
        number = _number(peer)
        self._strangers.greet(number)
        try:
            yield
        finally:
            if number in self._there:
                self._strangers.come(number, self._there[number].address)

    def came(self, caller: _Caller) -> None:
        """Registers a new connection as a stranger (a connection that has not offered a bot yet), and begins to connect
        it to the gate's gRPC server.
        """
        caller.number = next(self._numbers)
        self._there[caller.number] = caller
        self._strangers.come(caller.number, caller.address)
        joining = asyncio.create_task(self._join(caller))
        self._joining.add(joining)
        joining.add_done_callback(self._joining.discard)

    def forget(self, number: int) -> None:
        """Removes an ended connection from the door's lists."""
        self._strangers.greet(number)
        self._there.pop(number, None)

    def _end(self, number: int) -> None:
        caller = self._there[number]
        self.forget(number)
        if caller.transport:
            caller.transport.abort()

    async def _join(self, caller: _Caller) -> None:
        """Connects a caller to the gate's gRPC server, or closes the caller's connection if this fails.

        The path of the new socket ends with the caller's number, so that gRPC's `peer` identifies the caller.
        """
        loop, own, inner = asyncio.get_running_loop(), self._folder / str(caller.number), _End()
        inner.other = caller
        try:
            with unix_socket() as dialling:
                dialling.setblocking(False)
                dialling.bind(str(own))
                await loop.sock_connect(dialling, str(self.inner()))
                await loop.create_unix_connection(lambda: inner, sock=dialling.dup())
        except OSError:  # gRPC is ending, or no more files can be opened
            if caller.number in self._there:
                self._end(caller.number)
            return
        finally:
            own.unlink(missing_ok=True)
        caller.other = inner
        if caller.transport and not caller.transport.is_closing():
            caller.transport.resume_reading()
        elif inner.transport:
            inner.transport.abort()


def _number(peer: str) -> int:
    last = peer.rpartition("/")[2]
    return int(last) if last.isdecimal() else 0
