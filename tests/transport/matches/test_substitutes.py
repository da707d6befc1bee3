"""Tests of substitutes, which take over the seats of failed players."""

import asyncio

import pytest

from arena.match import FaultKind, MatchRecord
from arena.transport import Clock
from tests.transport.hosting import run
from tests.transport.matches.table import ANN, THREE, Person, broken, by_whom, opened, whole
from tests.transport.visiting import Manner, Wire, behaves


def test_who_leaves_is_played_on_for_where_somebody_is_named_to() -> None:
    ann = Person()

    async def live() -> MatchRecord:
        manners: dict[str, Manner] = {"first": behaves, "ann": ann, "last": behaves, "dan": behaves}
        async with opened(manners, substitutes=("", "dan", "")) as table:
            ann.choose(await ann.open.get())
            await ann.open.get()
            ann.wire.say(None)
        assert table.host.withdrawn() == {"ann": "withdrawn: the guest has left"}
        return table.finished[0].record

    record = run(live())
    whole(record)
    assert record.faults == ()
    assert [(one.seat, one.player.name, one.detail) for one in record.handovers] == [(ANN, "dan", "the guest has left")]
    assert by_whom(record)["ann"] == ann.chosen


def test_what_would_forfeit_a_seat_has_it_played_on() -> None:
    """A substitute plays on after each failure that would otherwise forfeit the seat: a time-out, an illegal action, or
    a player that never connects.
    """

    async def errs(wire: Wire) -> None:
        wire.say_hello()
        [turn] = await wire.turns()
        wire.choose((turn.turn_id, 99_999))
        await wire.turns()

    async def stalls(wire: Wire) -> None:
        wire.say_hello()
        await wire.turns()

    async def breaks_the_protocol(wire: Wire) -> None:
        wire.say(b"\xff")

    async def live() -> MatchRecord:
        manners: dict[str, Manner] = dict(zip(THREE, (errs, stalls, breaks_the_protocol), strict=True))
        people: dict[str, Manner] = {name: Person(by_itself=True) for name in ("dan", "eve", "fay")}
        async with opened(manners | people, clock=Clock(1_000, 100_000), substitutes=("dan", "eve", "fay")) as table:
            pass
        return table.finished[0].record

    record = run(live())
    whole(record)
    assert record.faults == ()
    details = {one.player.name: one.detail for one in record.handovers}
    assert details["dan"].startswith("chose 99999; legal were")
    assert details["eve"].startswith("no choice within the time left")
    assert details["fay"].startswith("withdrawn: the bytes received are not a BotMessage")


@pytest.mark.parametrize("substitute", ["", "dan"], ids=["promised before", "promised after"])
def test_who_fails_before_the_next_player_is_there_is_told_to_have_failed(substitute: str) -> None:
    ann, fay = Person(), Person(by_itself=True)

    async def live() -> MatchRecord:
        lost = asyncio.Event()

        async def comes_late(wire: Wire) -> None:
            await lost.wait()
            await fay(wire)

        async def never_comes(_: Wire) -> None: ...

        manners: dict[str, Manner] = {"first": behaves, "ann": ann, "last": behaves}
        manners |= {"dan": never_comes, "fay": comes_late}
        async with opened(manners, substitutes=("", substitute, "")) as table:
            turn = await ann.open.get()
            if not substitute:
                handing = asyncio.create_task(table.hand_over(ANN, "fay"))
                await asyncio.sleep(0)
            ann.wire.choose((turn.turn_id, 99_999))
            while table.host._matches.running[1].players[ANN]:  # noqa: ASYNC110  # a lost seat sets no event
                await asyncio.sleep(0.01)
            if substitute:
                handing = asyncio.create_task(table.hand_over(ANN, "fay"))
                await asyncio.sleep(0)
            lost.set()
            await handing
        return table.finished[0].record

    record = run(live())
    whole(record)
    assert record.faults == ()
    [handover] = record.handovers
    assert handover.detail.startswith("chose 99999; legal were")


def test_where_nobody_can_play_on_the_seat_forfeits_for_what_was_wrong_with_its_own_player() -> None:
    async def leaves(wire: Wire) -> None:
        wire.say_hello()
        await wire.turns()
        wire.say(None)

    async def live() -> MatchRecord:
        manners: dict[str, Manner] = {"first": behaves, "ann": leaves, "last": behaves}
        async with opened(manners, (broken("spare"),), substitutes=("", "spare", "")) as table:
            pass
        return table.finished[0].record

    record = run(live())
    whole(record)
    assert [(one.seat, one.kind, one.detail) for one in record.faults] == [
        (ANN, FaultKind.DISCONNECT, "the guest has left")
    ]
    assert record.handovers == ()


def test_each_is_told_why_it_has_forfeited_itself_and_not_why_another_has_in_its_seat() -> None:
    told: dict[str, list[str]] = {"ann": [], "dan": []}

    def errs(name: str) -> Manner:
        async def manner(wire: Wire) -> None:
            wire.say_hello()
            while (message := await wire.hear()) and not message.HasField("goodbye"):
                told[name] += [end.forfeit for end in message.batch.ends]
                for turn in message.batch.turns:
                    wire.choose((turn.turn_id, 99_999))

        return manner

    async def live() -> MatchRecord:
        manners: dict[str, Manner] = {"first": behaves, "ann": errs("ann"), "last": behaves, "dan": errs("dan")}
        async with opened(manners, substitutes=("", "dan", "")) as table:
            pass
        return table.finished[0].record

    [fault] = run(live()).faults
    assert fault.seat == ANN
    assert told == {"ann": [""], "dan": [fault.detail]}
