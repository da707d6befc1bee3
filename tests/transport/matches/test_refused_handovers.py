"""Tests of handing over a seat when this is impossible: the caller gets an error with the reason."""

import asyncio

from arena.transport import Host
from tests.transport.hosting import CALM, GAME, run
from tests.transport.matches.table import ANN, Person, Table, broken, entrant, opened, refused
from tests.transport.visiting import Manner, Wire, behaves


def test_what_cannot_be_handed_over_is_told() -> None:
    ann, eve = Person(), Person()

    async def leaves(wire: Wire) -> None:
        wire.say(None)

    async def never_comes(_: Wire) -> None: ...

    async def live() -> list[tuple[str, str]]:
        manners: dict[str, Manner] = {"first": behaves, "ann": ann, "last": leaves, "eve": eve, "fay": never_comes}
        told: list[tuple[str, str]] = []
        async with opened(manners, (broken("broken"),)) as table:
            await ann.open.get()
            told += [
                await refused(table.host.hand_over(b"?", ANN, entrant("eve"), "")),
                await refused(table.hand_over(3, "eve")),
                await refused(table.hand_over(ANN, "nobody")),
                await refused(table.hand_over(2, "eve")),
                await refused(table.hand_over(ANN, "first")),
                await refused(table.hand_over(ANN, "broken")),
            ]
            waiting = asyncio.create_task(refused(table.hand_over(ANN, "fay")))
            await asyncio.sleep(0)
            await table.hand_over(ANN, "ann")  # ann still has the seat
            told.append(await waiting)
            given_up = asyncio.create_task(table.hand_over(ANN, "fay"))
            await asyncio.sleep(0)
            given_up.cancel()
            waiting = asyncio.create_task(refused(table.hand_over(0, "fay")))
            await table.hand_over(ANN, "eve")
            eve.play_on()
            told.append(await waiting)
        assert [one.player.name for one in table.finished[0].record.handovers] == ["eve"]
        return told

    told = run(live())
    assert [code for code, _ in told] == [
        "no-match",
        "no-seat",
        "no-bot",
        "forfeited",
        "seated",
        "not-handed-over",
        "not-handed-over",
        "not-handed-over",
    ]
    sentences = [sentence for _, sentence in told]
    assert "the match 3f is not being played now" in sentences[0]
    assert "seat 3 does not exist in this match" in sentences[1]
    assert "the bot nobody, which should take seat 1, does not exist" in sentences[2]
    assert "seat 2 has forfeited the match" in sentences[3]
    assert "first cannot take seat 1, because this bot plays at seat 0 of the match" in sentences[4]
    assert "broken cannot take seat 1: withdrawn before its start: its build failed" in sentences[5]
    assert "seat 1 was promised to ann instead of fay" in sentences[6]
    assert "was over before fay had started" in sentences[7]


def test_who_waits_for_a_player_is_told_when_the_host_is_closed() -> None:
    async def never_comes(_: Wire) -> None: ...

    async def live() -> tuple[str, str]:
        manners: dict[str, Manner] = {"first": behaves, "ann": Person(), "last": behaves, "fay": never_comes}
        table = Table({name: Wire() for name in manners})
        visiting = [asyncio.ensure_future(manner(table.wires[name])) for name, manner in manners.items()]
        async with Host(GAME, [], CALM, 1, table.note, guests=table.guests) as table.host:
            playing = asyncio.create_task(table.host.play([table.start], table.finished.append))
            await table.until(lambda match: match.actor == ANN)
            waiting = asyncio.create_task(refused(table.hand_over(ANN, "fay")))
            await asyncio.sleep(0)
            playing.cancel()
        for one in visiting:
            one.cancel()
        return await waiting

    code, sentence = run(live())
    assert code == "not-handed-over"
    assert "the arena was stopped before fay had started" in sentence
