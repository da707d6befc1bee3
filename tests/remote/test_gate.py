"""Tests of a gate, the server for remote bots, with hostile connectors, the clients of these bots: whatever a connector
sends or withholds harms only its own bot.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import grpc
import grpc.aio
import pytest

from arena.files.rates import Rate
from arena.files.tokens import hashed
from arena.match import FaultKind
from arena.protocol.conversation import MOST_MESSAGE_BYTES
from arena.protocol.v1.arena_pb2 import BotMessage, Choices, Hello
from arena.remote.gate import Gate
from arena.remote.gate_link import MOST_OFFER_BYTES
from arena.remote.gate_settings import GateTerms
from arena.remote.link import OFFER, REMOTE_VERSION
from arena.remote.places import MOST_COMING
from arena.remote.v1.remote_pb2 import Beat, Frame, Offer, Over
from arena.tls.listen_address import listen
from arena.tls.server_certificate import Tls
from arena.transport import Clock, Finished, Host
from tests.suite.sizes import sized
from tests.transport.hosting import GAME, Outcome, assignment, random_bot, run

TOKEN: Final = "a" * 32
AT_ONCE: Final = 20
CLOCK: Final = Clock(bank_ms=1_000, increment_ms=0, startup_ms=2_000)
Manner = Callable[[Any], Awaitable[object]]
"""The behaviour of a remote bot's client on a connection, as a function of the gRPC call."""


def offer(**changes: object) -> bytes:
    said = {"protocol_version": REMOTE_VERSION, **changes}
    return Frame(offer=Offer(**said)).SerializeToString()  # type: ignore[arg-type]


def carried(message: BotMessage) -> bytes:
    return Frame(carried=message.SerializeToString()).SerializeToString()


async def begun(call: Any) -> Frame:
    """Offers the bot, and returns the frame with which the gate asks for a process of the bot; skips other frames."""
    await call.write(offer())
    return await heard(call, "begin")


async def heard(call: Any, kind: str) -> Frame:
    """Reads frames up to the next one of this kind, and returns it."""
    while True:
        frame = Frame.FromString(await call.read())
        if frame.WhichOneof("frame") == kind:
            return frame


async def hello(call: Any) -> None:
    begin = (await begun(call)).begin
    await call.write(carried(BotMessage(hello=Hello(protocol_version=1, token=begin.token, max_matches=8))))


async def sends_no_frame(call: Any) -> None:
    await call.write(b"\xff" * 1_000)
    await call.read()


async def offers_an_end(call: Any) -> None:
    await call.write(Frame(over=Over(done=True)).SerializeToString())
    await call.read()


async def sends_garbage_for_a_bot(call: Any) -> None:
    await begun(call)
    await call.write(Frame(carried=b"\xff" * 1_000).SerializeToString())
    await heard(call, "over")


async def sends_no_frame_later(call: Any) -> None:
    await hello(call)
    await call.write(b"\xff" * 1_000)
    await heard(call, "over")


async def floods_with_choices(call: Any) -> None:
    await hello(call)
    message = carried(BotMessage(choices=Choices(turn_ids=[1 << 20], actions=[1])))
    for _ in range(20_000):
        await call.write(message)


async def floods_with_bytes(call: Any) -> None:
    await hello(call)
    for _ in range(40):
        await call.write(Frame(carried=bytes(2 * MOST_MESSAGE_BYTES)).SerializeToString())


async def floods_with_beats(call: Any) -> None:
    await begun(call)
    for number in range(20_000):
        await call.write(Frame(beat=Beat(number=number)).SerializeToString())


async def has_read_what_was_not_sent(call: Any) -> None:
    await hello(call)
    await call.write(Frame(read=1 << 40).SerializeToString())
    await heard(call, "over")


async def says_nothing(call: Any) -> None:
    await call.write(offer())
    await heard(call, "over")


async def stalls_after_hello(call: Any) -> None:
    await hello(call)
    await heard(call, "over")


async def goes_at_once(call: Any) -> None:
    await begun(call)
    call.cancel()


async def ends_again_and_again(call: Any) -> None:
    await hello(call)
    await call.write(Frame(over=Over(reason="\x1b[31mno reason\n" * 1_000)).SerializeToString())
    await call.read()


HOSTILE: Final = [
    sends_no_frame,
    offers_an_end,
    sends_garbage_for_a_bot,
    sends_no_frame_later,
    floods_with_choices,
    floods_with_bytes,
    floods_with_beats,
    has_read_what_was_not_sent,
    says_nothing,
    stalls_after_hello,
    goes_at_once,
    ends_again_and_again,
]


def token_of(number: int) -> str:
    return f"{number:032}" if number else TOKEN


def gate_for(*names: str, tls: Tls | None = None, patient: bool = False) -> tuple[Gate, int]:
    """Returns a gate and its port. The gate accepts one token for each name, TOKEN for the first.

    After AT_ONCE wrong tokens, it refuses all further wrong tokens with RESOURCE_EXHAUSTED. `patient`: see GateTerms.
    """
    listening = listen("127.0.0.1:0", tls)
    tokens = {hashed(token_of(number)): name for number, name in enumerate(names)}
    terms = GateTerms(listening, tokens, patient)
    return Gate(terms, CLOCK, Rate(AT_ONCE, 1e9)), listening.socket.getsockname()[1]


async def dial(port: int, manner: Manner, token: str = TOKEN) -> None:
    """Opens one connection that behaves in this manner; raises AioRpcError if the connection ends with a status other
    than OK.
    """
    options = (("grpc.use_local_subchannel_pool", 1),)
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}", options) as channel:
        opened: Any = channel
        call = opened.stream_stream(OFFER)(metadata=(("authorization", f"Bearer {token}"),))
        try:
            await manner(call)
        except (asyncio.InvalidStateError, TypeError):  # the call ended while `manner` used it
            status = await call.code()
            if status is not grpc.StatusCode.OK:
                raise grpc.aio.AioRpcError(status, call, call, await call.details(), None) from None


async def dial_on(port: int, manner: Manner, token: str = TOKEN) -> None:
    while True:
        with suppress(grpc.aio.AioRpcError):
            await dial(port, manner, token)
        await asyncio.sleep(0.05)


async def play(manners: Mapping[str, Manner]) -> Outcome:
    """Plays as many matches as EACH says with each remote bot. In every match, this bot plays against two local bots.

    `manners`: the behaviour of each remote bot's connector, by the bot's name.
    """
    finished: list[Finished] = []
    gate, port = gate_for(*manners)
    async with gate:
        host = Host(GAME, [random_bot("ben"), random_bot("cid")], CLOCK_OF_OTHERS, 4, guests=gate.remotes())
        async with host:
            dialling = [
                asyncio.create_task(dial_on(port, manner, token_of(number)))
                for number, manner in enumerate(manners.values())
            ]
            tables = [(name, "ben", "cid") for name in manners for _ in range(EACH)]
            await host.play((assignment(number, table) for number, table in enumerate(tables)), finished.append)
            withdrawn = host.withdrawn()
            for task in dialling:
                task.cancel()
            await asyncio.gather(*dialling, return_exceptions=True)
    finished.sort(key=lambda one: one.record.spec.id)
    return Outcome(finished, withdrawn)


CLOCK_OF_OTHERS: Final = Clock(bank_ms=300_000, increment_ms=0, startup_ms=300_000)
EACH: Final = sized(2, 8)
"""The number of matches for each hostile connector."""


@pytest.mark.slow
@pytest.mark.parametrize("manners", sized([HOSTILE], [HOSTILE, *([manner] for manner in HOSTILE)]), ids=len)
def test_a_hostile_connector_costs_its_own_bot_alone(manners: Sequence[Manner]) -> None:
    outcome = run(play({manner.__name__: manner for manner in manners}))
    assert len(outcome.finished) == EACH * len(manners)
    for finished in outcome.finished:
        [fault] = finished.record.faults
        assert fault.seat == 0
        assert fault.detail.isprintable()
        assert len(fault.detail) < 1_000
        assert fault.kind in {FaultKind.STARTUP, FaultKind.TIMEOUT, FaultKind.DISCONNECT, FaultKind.PROTOCOL}


async def refused(port: int, manner: Manner, token: str = TOKEN) -> tuple[grpc.StatusCode, str]:
    try:
        await dial(port, manner, token)
    except grpc.aio.AioRpcError as error:
        return error.code(), error.details() or ""
    raise AssertionError("it was not refused")


def test_tokens_that_open_nothing_are_refused_and_their_number_is_bounded() -> None:
    async def live() -> None:
        gate, port = gate_for("ann")
        async with gate:
            told = [await refused(port, begun, "b" * 32) for _ in range(AT_ONCE + 2)]
            assert {status for status, _ in told[:AT_ONCE]} == {grpc.StatusCode.UNAUTHENTICATED}
            assert told[-1][0] is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert "too many tokens that are not valid came from this address; try again in" in told[-1][1]
            waiting = asyncio.create_task(dial(port, begun))
            await until_there(gate)  # wrong tokens do not keep out a valid token from the same address
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)

    run(live())


async def until_there(gate: Gate) -> None:
    while gate.missing():  # noqa: ASYNC110  # no event to wait for
        await asyncio.sleep(0.01)


def test_a_patient_gate_looks_out_for_a_bot_that_was_just_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    async def live() -> None:
        gate, port = gate_for("ann", patient=True)
        async with gate:
            dialling = asyncio.create_task(dial(port, begun, "b" * 32))
            await asyncio.wait((dialling,), timeout=0.2)
            gate.admit({hashed("c" * 32): "cid"})
            await asyncio.wait((dialling,), timeout=0.2)
            assert not dialling.done()
            gate.admit({hashed("b" * 32): "ben"})
            while "ben" not in gate.there():  # noqa: ASYNC110  # no event to wait for
                await asyncio.sleep(0.01)
            monkeypatch.setattr("arena.remote.gate.HEARD_S", 0.1)
            status, told = await refused(port, begun)  # with TOKEN, which was ann's until `admit` replaced the list
            assert (status, told[:22]) == (grpc.StatusCode.UNAUTHENTICATED, "this token is not vali")
            dialling.cancel()
            await asyncio.gather(dialling, return_exceptions=True)

    run(live())


def test_a_bot_is_offered_by_one_connector_at_a_time() -> None:
    async def live() -> None:
        gate, port = gate_for("ann", "ben")
        async with gate:
            first = asyncio.create_task(dial(port, begun))
            while gate.missing() != ["ben"]:  # noqa: ASYNC110  # no event to wait for
                await asyncio.sleep(0.01)
            told = await refused(port, begun)
            assert told == (grpc.StatusCode.ALREADY_EXISTS, "ann is offered by another connector at this moment")
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)

    run(live())


def test_what_offers_nothing_is_little_and_soon_over(monkeypatch: pytest.MonkeyPatch) -> None:
    async def is_long(call: Any) -> None:
        await call.write(offer(process=bytes(MOST_OFFER_BYTES)))
        await call.read()

    async def beats(call: Any) -> None:
        await call.write(Frame(beat=Beat()).SerializeToString())
        await call.read()

    async def says_nothing_at_all(call: Any) -> None:
        await call.read()

    async def live() -> None:
        gate, port = gate_for("ann")
        async with gate:
            assert (await refused(port, is_long))[1].startswith("the first frame has 10")
            assert await refused(port, beats) == (grpc.StatusCode.INVALID_ARGUMENT, "the first frame offers nothing")
            monkeypatch.setattr("arena.remote.gate_link.SILENT_S", 0.1)
            status, told = await refused(port, says_nothing_at_all)
            assert (status, told) == (grpc.StatusCode.UNAVAILABLE, "nothing was offered for 0 s")

    run(live())


def test_few_streams_show_a_token_and_nothing_more() -> None:
    async def waits(call: Any) -> None:
        await call.read()

    async def live() -> None:
        gate, port = gate_for("ann", "ben")
        async with gate:
            dialling = {asyncio.create_task(refused(port, waits)) for _ in range(MOST_COMING + 1)}
            over, others = await asyncio.wait(dialling, return_when=asyncio.FIRST_COMPLETED)
            [(status, told)] = [task.result() for task in over]
            assert (status, len(others)) == (grpc.StatusCode.RESOURCE_EXHAUSTED, MOST_COMING)
            assert told == "2 connections with the token of ann have offered nothing yet; try again later"
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

    run(live())


def test_another_version_is_refused_with_both() -> None:
    async def other(call: Any) -> None:
        await call.write(offer(protocol_version=7))
        await call.read()

    async def live() -> None:
        gate, port = gate_for("ann")
        async with gate:
            status, told = await refused(port, other)
        assert status is grpc.StatusCode.FAILED_PRECONDITION
        assert "speaks version 7, this arena speaks 1" in told

    run(live())


def test_at_a_patient_gate_no_match_begins_and_no_process_is_wanted_before_its_remote_is_there() -> None:
    async def live() -> None:
        listening, finished = listen("127.0.0.1:0"), list[Finished]()
        port, terms = listening.socket.getsockname()[1], GateTerms(listening, {hashed(TOKEN): "ann"}, patient=True)
        async with Gate(terms, CLOCK) as gate:
            [remote] = gate.remotes({"ann": "ann 2"})
            async with Host(GAME, [random_bot("ben"), random_bot("cid")], CLOCK_OF_OTHERS, 4, guests=[remote]) as host:
                playing = asyncio.create_task(host.play([assignment(0, ("ann 2", "ben", "cid"))], finished.append))
                while len(host.waited_for()) > 1:  # noqa: ASYNC110  # no event to wait for
                    await asyncio.sleep(0.01)
                assert remote.process is None
                assert gate.there() == {}
                dialling = asyncio.create_task(dial_on(port, ends_again_and_again))
                await playing
                dialling.cancel()
                await asyncio.gather(dialling, return_exceptions=True)
        [one] = finished
        assert {fault.seat for fault in one.record.faults} == {0}

    run(live())
