"""Tests of idle connections to a gate, the server for remote bots: they cannot keep connectors out, and the gate closes
them after a time.
"""

import asyncio
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest

from arena.remote.door import MOST_OF_ONE, MOST_STRANGERS, Door
from arena.remote.gate import Gate
from arena.remote.strangers import network
from tests.remote.test_gate import begun, dial_on, gate_for, until_there
from tests.transport.hosting import run


async def idle(port: int, source: str) -> socket.socket:
    """Connects from the address `source` to `port` on this machine, and sends nothing."""
    connection = socket.socket()
    connection.setblocking(False)
    connection.bind((source, 0))
    await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", port))
    return connection


def is_open(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


async def comes_in(gate: Gate, port: int) -> "asyncio.Task[None]":
    """Starts a connector, the client of a remote bot, and waits until the gate has accepted it; returns its task."""
    dialling = asyncio.create_task(dial_on(port, begun_and_stays))
    await until_there(gate)
    return dialling


async def begun_and_stays(call: object) -> None:
    await begun(call)


async def ended(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize("addresses", [1, 12])
def test_idle_connections_keep_no_connector_out(addresses: int) -> None:
    async def live() -> None:
        gate, port = gate_for("ann")
        async with gate:
            with ExitStack() as stack:
                sources = [f"127.0.0.{2 + number % addresses}" for number in range(300)]
                connections = [stack.enter_context(await idle(port, source)) for source in sources]
                connector = await comes_in(gate, port)
                most = min(MOST_STRANGERS, addresses * MOST_OF_ONE)
                while sum(map(is_open, connections)) > most:  # noqa: ASYNC110  # no event to wait for
                    await asyncio.sleep(0.01)
                assert not gate.missing()
                await ended(connector)

    run(live())


def test_who_shows_nothing_has_to_go_and_who_offers_a_bot_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.remote.door.STRANGER_S", 0.5)

    async def live() -> None:
        gate, port = gate_for("ann")
        async with gate:
            connector = await comes_in(gate, port)
            for _ in range(2):
                with await idle(port, "127.0.0.1") as connection:
                    while is_open(connection):  # noqa: ASYNC110  # no event to wait for
                        await asyncio.sleep(0.01)
            assert not gate.missing()
            await ended(connector)

    run(live())


def test_all_addresses_that_one_may_have_are_one() -> None:
    assert network("2001:db8::1") == network("2001:db8::ffff:0:0:1%eth0") == "2001:db8::/64"
    assert network("::ffff:10.0.0.1") == network("10.0.0.1") == "10.0.0.1"


def test_what_was_said_last_is_still_sent_on(tmp_path: Path) -> None:
    said = bytes(3 << 20)

    async def says(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(said)
        writer.close()

    async def live() -> None:
        listening = socket.create_server(("127.0.0.1", 0))
        door, (_, port) = Door(listening, tmp_path), listening.getsockname()
        async with await asyncio.start_unix_server(says, door.inner()):
            await door.open()
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            heard = await reader.readexactly(1)
            closing = asyncio.create_task(door.close())
            assert heard + await reader.read() == said
            await closing
            writer.close()

    run(live())
