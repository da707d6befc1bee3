"""Tests of how the connection between a gate (the server for remote bots) and a connector (a bot's client) ends.

The side that sends the last message waits until the message has arrived, and neither side writes to an ended stream.
"""

import asyncio
from typing import Any, Final

import grpc
import pytest

from arena.remote.channel import Channel
from arena.remote.link import Link
from arena.remote.v1.remote_pb2 import Beat, Frame, Over
from arena.transport.streams.server import END_OF_STREAM
from tests.remote.test_gate import TOKEN, Manner, begun, dial, gate_for, heard, offer, refused, until_there
from tests.transport.hosting import run

WHILE_S: Final = 0.3


async def end_of_all(manner: Manner) -> None:
    """Runs a gate with one connector, and ends the league when the connector is connected.

    `manner`: the connector's behaviour. Raises AioRpcError if the connection ends with a status other than OK.
    """
    gate, port = gate_for("ann")
    async with gate:
        dialling = asyncio.create_task(dial(port, manner))
        await until_there(gate)
        gate.done = True
    await dialling


async def is_told_that_all_is_over(call: Any) -> None:
    await call.write(offer())
    over = (await heard(call, "over")).over
    assert (over.done, over.reason) == (True, "the league is over")


def test_a_gate_that_has_said_the_last_word_waits_until_its_connector_closes() -> None:
    async def closes_after_a_while(call: Any) -> None:
        await is_told_that_all_is_over(call)
        await asyncio.sleep(WHILE_S)
        assert not call.done()
        await call.done_writing()
        while await call.read() is not END_OF_STREAM:
            pass
        assert await call.code() is grpc.StatusCode.OK

    run(end_of_all(closes_after_a_while))


def test_a_gate_ends_though_its_connector_does_not_close(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("link", "gate_link"):  # the gate would wait for a silent connector for 11 days
        monkeypatch.setattr(f"arena.remote.{module}.SILENT_S", 1e6)

    async def never_closes(call: Any) -> None:
        await is_told_that_all_is_over(call)
        assert await call.code() is grpc.StatusCode.UNAVAILABLE

    run(end_of_all(never_closes))


def test_a_connector_is_admitted_or_refused_before_it_says_anything() -> None:
    async def listens(call: Any) -> None:
        await call.initial_metadata()
        await begun(call)

    async def is_admitted(call: Any) -> None:
        await call.initial_metadata()
        await asyncio.sleep(WHILE_S)
        assert not call.done()

    async def live() -> None:
        gate, port = gate_for("ann")
        async with gate:
            assert (await refused(port, listens, "b" * 32))[0] is grpc.StatusCode.UNAUTHENTICATED
            await dial(port, is_admitted, TOKEN)

    run(live())


class SlowWire:
    """An end of a stream for tests: its writes wait until `room` is set, and it reads messages from the queue
    `coming`.
    """

    def __init__(self) -> None:
        self.room = asyncio.Event()
        self.begun = asyncio.Event()
        self.coming: asyncio.Queue[bytes] = asyncio.Queue()
        self.written: list[bytes] = []

    async def read(self) -> bytes | None:
        return await self.coming.get()

    async def write(self, data: bytes) -> None:
        self.begun.set()
        await self.room.wait()
        self.written.append(data)


def test_a_frame_that_is_being_written_is_written_though_all_is_over_meanwhile() -> None:
    """Tests that a frame is written to its end even if the league ends meanwhile. If the write were cut off, gRPC would
    end the whole call, and the other side would lose messages that it still needs.
    """

    async def live() -> None:
        async def ignore(_: Beat) -> None:
            pass

        async def attach() -> None:
            link.attach(channel, 0)

        async def never() -> Over:
            raise AssertionError

        wire, channel = SlowWire(), Channel()
        link = Link(wire, ignore)
        carrying = asyncio.create_task(link.carry(attach, never))
        await channel.write(b"a move")
        await wire.begun.wait()
        await wire.coming.put(Frame(over=Over(reason="enough")).SerializeToString())
        await asyncio.sleep(WHILE_S)
        assert not carrying.done()
        wire.room.set()
        assert await carrying == Over(reason="enough")
        assert wire.written == [Frame(carried=b"a move").SerializeToString()]

    run(live())
