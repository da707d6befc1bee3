"""Seats that change their players during a match."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from arena.errors import ArenaError
from arena.match import Course, Entrant, FaultKind, Match, MatchRecord, replay
from arena.match.rerun import rerun
from arena.protocol.records import decode_record, encode_record
from arena.protocol.v1.arena_pb2 import Turn
from arena.transport import Clock, Finished, Guest, Host, Launch
from arena.transport.clocks.clock import UNHURRIED
from tests.transport.hosting import CALM, GAME, assignment, miniature, processes, run
from tests.transport.visiting import Manner, Wire, behaves

THREE: Final = ("first", "ann", "last")
ANN: Final = 1
"""Her seat."""


def entrant(name: str) -> Entrant:
    return Entrant(name, "1", bytes(16))


class Table:
    """A host that plays one match, and what can be done at it."""

    def __init__(self, wires: dict[str, Wire], clock: Clock = UNHURRIED, substitutes: tuple[str, ...] = ()) -> None:
        self.wires = wires
        self.start = assignment(1, THREE)
        self.id = self.start.spec.id
        if substitutes:
            named = tuple(entrant(name) if name else None for name in substitutes)
            self.start = replace(self.start, substitutes=named)
        self.guests = [Guest(name, wire, clock) for name, wire in wires.items()]
        self.finished: list[Finished] = []
        self.match: Match | None = None
        self._moved = asyncio.Event()
        self.host: Host

    def note(self, match: Match) -> None:
        self.match = match
        self._moved.set()

    async def until(self, condition: Callable[[Match], bool]) -> Match:
        """Waits for a moment of the match; a match that is over does not move any more."""
        while self.match is None or not condition(self.match):
            self._moved.clear()
            await self._moved.wait()
        return self.match

    async def hand_over(self, seat: int, name: str) -> None:
        await self.host.hand_over(self.id, seat, entrant(name), f"handed to {name}")


@asynccontextmanager
async def opened(
    manners: dict[str, Manner],
    spares: tuple[Launch, ...] = (),
    clock: Clock = UNHURRIED,
    bots: Clock = CALM,
    substitutes: tuple[str, ...] = (),
) -> AsyncIterator[Table]:
    """A table with guests; its match is over in the end."""
    table = Table({name: Wire() for name in manners}, clock, substitutes)
    visiting = [asyncio.ensure_future(manner(table.wires[name])) for name, manner in manners.items()]
    try:
        async with Host(GAME, [], bots, 1, table.note, guests=table.guests, spares=spares) as table.host:
            playing = asyncio.create_task(table.host.play([table.start], table.finished.append))
            yield table
            await playing
    finally:
        for one in visiting:
            one.cancel()


def whole(record: MatchRecord) -> None:
    assert list(replay(record, GAME))
    assert rerun(record, GAME) == []
    assert decode_record(encode_record(record)) == record


class Person:
    """A guest that chooses when it is told to, or by itself; what it chose is noted."""

    def __init__(self, by_itself: bool = False, pick: int = 0) -> None:
        self.by_itself = by_itself
        self.pick = pick
        """Which of the legal actions it chooses, as far as there are so many."""
        self.chosen: list[int] = []
        self.open: asyncio.Queue[Turn] = asyncio.Queue()
        """Turns that are put to it meanwhile."""
        self.starts = self.ends = 0
        self.wire: Wire

    async def __call__(self, wire: Wire) -> None:
        self.wire = wire
        wire.say_hello()
        while (message := await wire.hear()) and not message.HasField("goodbye"):
            self.starts += len(message.batch.starts)
            self.ends += len(message.batch.ends)
            for turn in message.batch.turns:
                if self.by_itself:
                    self.choose(turn)
                else:
                    self.open.put_nowait(turn)

    def choose(self, turn: Turn) -> None:
        action = turn.legal[min(self.pick, len(turn.legal) - 1)]
        self.chosen.append(action)
        self.wire.choose((turn.turn_id, action))

    def play_on(self) -> None:
        self.by_itself = True
        while not self.open.empty():
            self.choose(self.open.get_nowait())


@pytest.mark.usefixtures("nothing_left")
def test_a_seat_is_handed_to_a_bot_and_back_with_its_open_turn(home: Path) -> None:
    """The bot is started when it is wanted; a choice that comes too late is none; each has its own time."""
    ann = Person()

    async def live() -> MatchRecord:
        manners: dict[str, Manner] = {"first": behaves, "ann": ann, "last": behaves}
        async with opened(manners, (miniature("behaves", "spare"),), Clock(900_000, 0, 20_000)) as table:
            late = await ann.open.get()
            assert list(processes(home)) == []
            await table.hand_over(ANN, "spare")
            assert len(list(processes(home))) == 1
            ann.wire.choose((late.turn_id, late.legal[0]))
            await table.hand_over(ANN, "ann")
            turn = await ann.open.get()
            assert turn.turn_id > late.turn_id
            assert 800_000 < turn.bank_ms <= 900_000
            ann.choose(turn)
            ann.play_on()
        return table.finished[0].record

    record = run(live())
    whole(record)
    assert record.faults == ()
    told = [(one.seat, one.player.name, one.detail) for one in record.handovers]
    assert told == [(ANN, "spare", "handed to spare"), (ANN, "ann", "handed to ann")]
    assert (ann.starts, ann.ends) == (1, 1)
    assert by_whom(record)["ann"] == ann.chosen


def by_whom(record: MatchRecord) -> dict[str, list[int]]:
    """The actions by name, as the record tells them."""
    done: dict[str, list[int]] = {}
    steps = list(replay(record, GAME))[1:]
    for number, step in enumerate(steps):
        before = tuple(one for one in record.handovers if one.action_count <= number)
        player = Course(handovers=before).players(record.spec.entrants)[step.seat or 0]
        assert step.action is not None
        done.setdefault(player.name, []).append(step.action)
    return done


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_handed_to_whom_the_record_tells_whose_each_action_was(seed: int) -> None:
    rng = random.Random(seed)
    people = {name: Person(True, place % 2) for place, name in enumerate(("first", "dan", "ann", "eve", "last", "fay"))}
    seats = {0: ("first", "dan"), 1: ("ann", "eve"), 2: ("last", "fay")}

    async def live() -> MatchRecord:
        manners: dict[str, Manner] = dict(people)
        async with opened(manners) as table:
            at = 0
            while table.match is None or table.match.actor is not None:
                at += rng.randrange(1, 4)
                await table.until(lambda match: match.actor is None or len(match.actions) >= at)  # noqa: B023
                seat = rng.randrange(3)
                try:
                    await table.hand_over(seat, rng.choice(seats[seat]))
                except ArenaError as error:
                    assert error.code in {"no-match", "not-handed-over"}  # noqa: PT017  # the match is over
                    break
        return table.finished[0].record

    record = run(live())
    whole(record)
    assert record.faults == ()
    assert len(record.handovers) > 3
    for name, done in by_whom(record).items():
        chosen = iter(people[name].chosen)  # among it what came too late
        assert all(action in chosen for action in done)
    assert all(person.starts == person.ends for person in people.values())


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
    """Whatever it is: no time left, an illegal action, a player that never came."""

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


def broken(name: str) -> Launch:
    """A bot that cannot be started."""
    return Launch(name, (), Path(), unfit="its build failed")


async def refused(attempt: Awaitable[None]) -> tuple[str, str]:
    with pytest.raises(ArenaError) as caught:
        await attempt
    return caught.value.code, str(caught.value)


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
            await table.hand_over(ANN, "ann")  # who has the seat still
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
    assert "no match 3f is being played" in sentences[0]
    assert "the match has no seat 3" in sentences[1]
    assert "there is no nobody to take seat 1" in sentences[2]
    assert "seat 2 has forfeited the match" in sentences[3]
    assert "first cannot take seat 1: it is at seat 0 of this match" in sentences[4]
    assert "broken cannot take seat 1: withdrawn before its start: its build failed" in sentences[5]
    assert "seat 1 was promised to ann instead of fay" in sentences[6]
    assert "was over before fay was there" in sentences[7]


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
    assert "the arena was stopped before fay was there" in sentence


def test_a_player_that_comes_back_to_a_seat_has_the_time_it_had() -> None:
    ann, eve = Person(), Person()

    async def live() -> tuple[list[int], tuple[int, ...]]:
        banks: list[int] = []
        manners: dict[str, Manner] = {"first": behaves, "ann": ann, "last": behaves, "eve": eve}
        async with opened(manners, clock=Clock(900_000, 0, 20_000)) as table:
            for person, other in ((ann, "eve"), (eve, "ann"), (ann, "eve"), (eve, "ann")):
                banks.append((await person.open.get()).bank_ms)
                await asyncio.sleep(0.2)
                await table.hand_over(ANN, other)
            ann.play_on()
        return banks, table.finished[0].thinking_us

    (first, other, second, another), thinking_us = run(live())
    assert first == other == 900_000
    assert second < first
    assert another < other
    assert thinking_us[ANN] >= (first - second + other - another - 2) * 1_000
