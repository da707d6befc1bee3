"""Tests of games in which bots choose at the same time: they receive their turns together, each bot has its own time,
and no bot learns the choices of the other bots.
"""

from dataclasses import replace
from itertools import product

import pytest

from arena.match import FaultKind, Handover
from arena.match.rerun import rerun
from arena.transport import Clock
from tests.match.sealed import SEALED
from tests.transport.hosting import run
from tests.transport.matches.stage import CLOCK, Stage, on_stage
from tests.transport.matches.table import ANN, Person, opened, whole
from tests.transport.visiting import Manner, behaves

KEEPING = replace(CLOCK, keep_times=True)


def test_each_is_charged_its_own_time_and_nobody_that_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each bot is charged only its own time in a game in which the bots choose at the same time. The time of each
    choice is recorded with the action of the bot that made it, even if the bots do not answer in the order of their
    seats.
    """

    def act(stage: Stage) -> None:
        turns = [stage.read(player) for player in stage.players]
        for seat in (1, 2, 0):
            stage.pass_ms(100)
            [turn] = turns[seat]
            assert turn.seat == seat
            stage.answer(stage.players[seat], [turn], pick=seat)
        stage.play_out()

    [finished] = on_stage(monkeypatch, act, game=SEALED, clock=KEEPING).finished
    assert finished.record.actions[:3] == (0, 1, 2)
    assert finished.choices_us[:3] == (300_000, 100_000, 200_000)
    assert finished.thinking_us == finished.slowest_us == finished.choices_us[:3]
    assert rerun(finished.record, SEALED) == []


def test_with_strict_timing_they_are_asked_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(stage: Stage) -> None:
        for seat in range(3):
            assert [player.batch_ready.is_set() for player in stage.players] == [one == seat for one in range(3)]
            stage.answer(stage.players[seat], stage.read(stage.players[seat]), pick=2)
        stage.play_out()

    on_stage(monkeypatch, act, game=SEALED, clock=replace(CLOCK, timing="strict"))


@pytest.mark.parametrize("timing", ["shared", "strict"])
def test_what_a_bot_is_sent_is_the_same_byte_for_byte_whatever_others_choose(
    monkeypatch: pytest.MonkeyPatch, timing: str
) -> None:
    """A bot receives the same bytes whatever the other bots choose, even if it reads its turn after their choices."""
    sent: list[list[bytes]] = []
    for first, second in product(range(3), repeat=2):

        def act(stage: Stage, picks: tuple[int, ...] = (first, second)) -> None:
            for seat, pick in enumerate(picks):
                stage.answer(stage.players[seat], stage.read(stage.players[seat]), pick)
            stage.host.sends(stage.players[2])
            sent.append(stage.players[2].take_messages())

        on_stage(monkeypatch, act, game=SEALED, clock=replace(CLOCK, timing=timing))
    assert len(sent) == 9
    assert all(one == sent[0] != [] for one in sent)


def test_time_runs_out_for_those_who_have_not_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(stage: Stage) -> None:
        turns = [stage.read(player) for player in stage.players]
        stage.answer(stage.players[1], turns[1], pick=2)
        stage.pass_ms(2_000)
        stage.play_out()

    [finished] = on_stage(monkeypatch, act, game=SEALED).finished
    record = finished.record
    assert record.actions[1] == 2
    faults = [(fault.seat, fault.kind, fault.action_count) for fault in record.faults]
    assert faults == [(0, FaultKind.TIMEOUT, 0), (2, FaultKind.TIMEOUT, 2)]
    assert rerun(record, SEALED) == []


@pytest.mark.parametrize("answered", [False, True], ids=["before it has chosen", "after it has chosen"])
def test_a_bot_that_is_lost_forfeits_and_the_others_are_not_asked_again(
    monkeypatch: pytest.MonkeyPatch, answered: bool
) -> None:
    def act(stage: Stage) -> None:
        first, lost, last = stage.players
        turns = [stage.read(player) for player in stage.players]
        if answered:
            stage.answer(lost, turns[1])
        stage.answer(first, turns[0], pick=2)
        stage.lose(lost)
        assert [player.batch_ready.is_set() for player in (first, last)] == [False, False]
        stage.answer(last, turns[2], pick=2)
        stage.play_out()

    [finished] = on_stage(monkeypatch, act, game=SEALED).finished
    [fault] = finished.record.faults
    assert (fault.seat, fault.kind, fault.action_count) == (1, FaultKind.DISCONNECT, 1)
    assert rerun(finished.record, SEALED) == []


@pytest.mark.parametrize("answered", [False, True], ids=["before it was played for", "by itself"])
def test_who_takes_a_seat_is_asked_for_it_while_others_choose(answered: bool) -> None:
    ann, last, dan = Person(), Person(), Person(pick=1)

    async def live() -> list[Handover]:
        manners: dict[str, Manner] = {"first": behaves, "ann": ann, "last": last, "dan": dan}
        async with opened(manners, game=SEALED) as table:
            turn, kept = await ann.open.get(), await last.open.get()
            if answered:
                ann.choose(turn)
                await table.until(lambda match: ANN in match.chosen())
            await table.hand_over(ANN, "dan")
            dan.choose(await dan.open.get())
            last.choose(kept)
            for one in (ann, last, dan):
                one.play_on()
        [finished] = table.finished
        whole(finished.record, SEALED)
        assert finished.record.actions[ANN] == dan.chosen[0]
        return list(finished.record.handovers)

    [handover] = run(live())
    assert (handover.seat, handover.action_count, handover.player.name) == (ANN, ANN, "dan")


def test_where_somebody_plays_on_for_who_leaves_nothing_is_forfeited() -> None:
    ann, last, dan = Person(), Person(by_itself=True), Person(by_itself=True)

    async def live() -> None:
        manners: dict[str, Manner] = {"first": behaves, "ann": ann, "last": last, "dan": dan}
        async with opened(manners, clock=Clock(20_000, 0), substitutes=("", "dan", ""), game=SEALED) as table:
            await ann.open.get()
            ann.wire.say(None)
        [finished] = table.finished
        whole(finished.record, SEALED)
        assert finished.record.faults == ()
        assert [(one.seat, one.player.name) for one in finished.record.handovers] == [(ANN, "dan")]

    run(live())
