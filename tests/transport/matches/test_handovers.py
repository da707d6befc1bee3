"""Tests of seats that change their players during a match."""

import asyncio
import random
from pathlib import Path
from typing import cast

import pytest

from arena.errors import ArenaError
from arena.match import MatchRecord
from arena.transport import Clock
from arena.transport.matches.handovers import Handovers, Promise
from tests.transport.hosting import miniature, processes, run
from tests.transport.matches.table import ANN, Person, by_whom, opened, whole
from tests.transport.visiting import Manner, behaves


@pytest.mark.usefixtures("nothing_left")
def test_a_seat_is_handed_to_a_bot_and_back_with_its_open_turn(home: Path) -> None:
    """A seat is handed to a bot and back while it has an open turn. The bot is started only when it gets the seat, a
    late choice of the old player has no effect, and each player has its own time.
    """
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
        chosen = iter(people[name].chosen)  # includes choices that came too late
        assert all(action in chosen for action in done)
    assert all(person.starts == person.ends for person in people.values())


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


def test_who_was_promised_a_seat_of_a_match_that_another_promise_has_ended_is_not_seated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    handovers = Handovers({}, lambda *_: None, lambda *_: None)
    handovers.waiting[:] = first, _ = [cast("Promise", object()), cast("Promise", object())]
    tried = []

    def end_the_match(promise: Promise) -> None:
        tried.append(promise)
        handovers.waiting.clear()

    monkeypatch.setattr(handovers, "_try", end_the_match)
    handovers.settle()
    assert tried == [first]
