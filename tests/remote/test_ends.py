"""How connections end: who says the last word waits until it is heard; nobody writes to a stream that is over."""

import asyncio
from typing import Any, Final

import grpc

from arena.transport.streams.server import END_OF_STREAM
from tests.remote.test_gate import TOKEN, begun, dial, gate_for, heard, offer, refused
from tests.transport.hosting import run

WHILE_S: Final = 0.3


async def is_told_that_all_is_over(call: Any) -> None:
    await call.write(offer())
    over = (await heard(call, "over")).over
    assert (over.done, over.reason) == (True, "the league is over")
    await asyncio.sleep(WHILE_S)
    assert not call.done()
    await call.done_writing()
    while await call.read() is not END_OF_STREAM:
        pass
    assert await call.code() is grpc.StatusCode.OK


def test_a_gate_that_has_said_the_last_word_waits_until_its_connector_closes() -> None:
    async def live() -> None:
        gate, port = gate_for("ann")
        async with gate:
            dialling = asyncio.create_task(dial(port, is_told_that_all_is_over))
            while gate.missing():  # noqa: ASYNC110  # nothing tells
                await asyncio.sleep(0.01)
            gate.done = True
        await dialling

    run(live())


def test_a_gate_ends_though_its_connector_does_not_close() -> None:
    async def never_closes(call: Any) -> None:
        await call.write(offer())
        await heard(call, "over")
        await call.code()

    async def live() -> None:
        gate, port = gate_for("ann")
        async with gate:
            dialling = asyncio.create_task(dial(port, never_closes))
            while gate.missing():  # noqa: ASYNC110  # nothing tells
                await asyncio.sleep(0.01)
            gate.done = True
        await asyncio.gather(dialling, return_exceptions=True)

    run(live())


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
