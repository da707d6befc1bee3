"""Tests of bots whose processes end: a bot is started again, a bot that ends too often is withdrawn, and the matches go
on.
"""

import asyncio
import os
import random
import signal
from pathlib import Path

import pytest

from arena.match import FaultKind, Match, replay
from arena.transport import Assignment, Clock, Finished, Host, Launch
from tests.suite.sizes import sized
from tests.transport.hosting import CALM, GAME, assignment, miniature, play, processes, run, running
from tests.transport.visiting import play_beside_guests

pytestmark = pytest.mark.usefixtures("nothing_left")

THREE = ("first", "second", "third")
BEHAVING = [miniature("behaves", name) for name in THREE]


def test_a_bot_that_fails_three_times_in_a_row_is_withdrawn_and_forfeits_what_is_left() -> None:
    name = "crashes_in_turn"
    outcome = play_beside_guests([miniature(name)], [("first", name, "second")] * 5)
    kinds = [fault and fault[0] for fault in outcome.faults(name)]
    assert kinds == [FaultKind.DISCONNECT] * 3 + [FaultKind.STARTUP] * 2
    last = outcome.faults(name)[-1]
    assert last
    assert last[1] == "withdrawn after 3 failures in a row, the last: the process ended with exit status 1"
    assert "ZeroDivisionError" in last[2]
    assert outcome.withdrawn == {name: last[1]}
    assert outcome.finished[-1].record.faults[0].action_count == 0
    assert outcome.faults("first") == outcome.faults("second") == [None] * 5


def test_a_bot_that_crashes_once_is_started_again_and_plays_on(home: Path) -> None:
    name = "crashes_once"
    outcome = play_beside_guests([miniature(name)], [(name, "first", "second")] * 4)
    first, *others = outcome.faults(name)
    assert first
    assert first[:2] == (FaultKind.DISCONNECT, "the process ended with exit status 4")
    assert others == [None] * 3
    assert outcome.withdrawn == {}
    assert len(list(processes(home))) == 2


def test_a_match_without_a_fault_sets_the_count_of_failures_back() -> None:
    name = "crashes_in_second_match"
    outcome = play_beside_guests([miniature(name)], [("first", "second", name)] * 8)
    assert [fault is None for fault in outcome.faults(name)] == [True, False] * 4
    assert outcome.withdrawn == {}


def test_a_fault_that_does_not_end_the_process_does_not_start_it_again(home: Path) -> None:
    name = "illegal_action"
    outcome = play_beside_guests([miniature(name)], [("first", "second", name)] * 4)
    assert [fault and fault[0] for fault in outcome.faults(name)] == [FaultKind.ILLEGAL_ACTION] * 4
    assert outcome.withdrawn == {}
    assert len(list(processes(home))) == 1


def test_a_program_that_is_not_there_is_named() -> None:
    launch = Launch("ghost", ("no-such-program-anywhere",), Path(__file__).parent)
    outcome = play_beside_guests([launch], [("ghost", "first", "second")])
    [fault] = outcome.faults("ghost")
    assert fault
    assert fault[0] is FaultKind.STARTUP
    assert "the program could not be started: [Errno 2]" in fault[1]
    assert "no-such-program-anywhere" in fault[1]


def test_matches_between_withdrawn_bots_are_recorded_and_the_loop_stays_free() -> None:
    names = [f"exits_at_once-{number}" for number in range(3)]
    beats: list[int] = []

    async def watch(finished: list[Finished]) -> None:
        while True:
            beats.append(len(finished))
            await asyncio.sleep(0.001)

    async def live() -> list[Finished]:
        finished: list[Finished] = []
        async with Host(GAME, [miniature("exits_at_once", name) for name in names], CALM, 2) as host:
            watching = asyncio.create_task(watch(finished))
            await host.play((assignment(number, names) for number in range(400)), finished.append)
            watching.cancel()
        return finished

    finished = run(live())
    assert len(finished) == 400
    assert all({fault.kind for fault in one.record.faults} == {FaultKind.STARTUP} for one in finished)
    assert all(one.record.ranks == (1, 1, 1) for one in finished)
    assert len({count for count in beats if 0 < count < 400}) > 3


@pytest.mark.parametrize("victims", [2, 3])
def test_bots_that_are_lost_at_the_same_time_forfeit_the_match_and_come_back(home: Path, victims: int) -> None:
    killed: list[int] = []

    def strike(match: Match) -> None:
        if len(match.actions) >= 15 and not killed:
            killed.extend(list(processes(home))[:victims])
            for number in killed:
                os.kill(number, signal.SIGKILL)

    async def live() -> list[Finished]:
        finished: list[Finished] = []
        async with Host(GAME, BEHAVING, CALM, 1, strike) as host:
            await host.play((assignment(number, THREE) for number in range(3)), finished.append)
        return finished

    finished = run(live())
    assert len(killed) == victims
    assert {fault.detail for fault in finished[0].record.faults} == {"the process was ended by signal SIGKILL"}
    assert len(finished[0].record.faults) == victims
    assert [one.record.faults for one in finished[1:]] == [(), ()]


@pytest.mark.slow
def test_whatever_is_killed_at_whatever_moment_every_match_is_recorded(home: Path) -> None:
    """Every match is recorded although random processes are killed again and again while many matches are running."""
    rng = random.Random(1)
    names = [f"bot-{number}" for number in range(4)]
    launches = [miniature("keeps_books", name) for name in names]
    matches, strikes = sized(40, 80), []

    def strike(_: Match) -> None:
        if rng.random() < 0.006:
            living = [number for number in processes(home) if running(number)]
            strikes.append(rng.choice(living))
            os.kill(strikes[-1], signal.SIGKILL)

    def tables() -> "list[Assignment]":
        return [assignment(number, rng.sample(names, rng.choice((3, 4)))) for number in range(matches)]

    async def live() -> list[Finished]:
        finished: list[Finished] = []
        async with Host(GAME, launches, CALM, 16, strike) as host:
            await host.play(tables(), finished.append)
        return finished

    finished = run(live())
    assert len(strikes) > sized(2, 5)
    assert len({one.record.spec.id for one in finished}) == len(finished) == matches
    kinds = {fault.kind for one in finished for fault in one.record.faults}
    assert kinds <= {FaultKind.DISCONNECT, FaultKind.STARTUP}
    for one in finished:
        assert list(replay(one.record, GAME))


def test_many_matches_at_once_are_not_mixed_up_and_every_bot_hears_all_ends_before_goodbye(home: Path) -> None:
    names = [f"bot-{number}" for number in range(4)]
    launches = [miniature("keeps_books", name) for name in names[:3]] + [miniature("one_match_at_a_time", names[3])]
    rng = random.Random(2)
    tables = [rng.sample(names, rng.choice((3, 4))) for _ in range(sized(30, 60))]
    outcome = play(launches, tables, in_flight=16)
    assert [one.record.faults for one in outcome.finished] == [()] * len(tables)
    assert sorted((home / "farewells").read_text().split()) == ["keeps_books"] * 3 + ["one_match_at_a_time"]


def test_start_up_time_is_not_on_the_bank() -> None:
    clock = Clock(bank_ms=500, increment_ms=100, startup_ms=20_000)
    outcome = play([miniature("slow_to_start"), *BEHAVING[:2]], [("slow_to_start", "first", "second")], clock)
    assert outcome.faults("slow_to_start") == [None]
    assert max(outcome.finished[0].thinking_us) < 1_000_000


def test_a_slow_answer_in_one_match_costs_no_other_match() -> None:
    clock = Clock(bank_ms=400, increment_ms=400, startup_ms=20_000)
    outcome = play([miniature("answers_late"), *BEHAVING[:2]], [("answers_late", "first", "second")] * 3, clock)
    first, *others = outcome.faults("answers_late")
    assert first
    assert first[0] is FaultKind.TIMEOUT
    assert others == [None, None]


def test_an_answer_that_lasts_more_than_two_whole_banks_costs_none_of_the_other_matches_in_flight() -> None:
    clock = Clock(bank_ms=400, increment_ms=400, startup_ms=20_000)
    outcome = play([miniature("slow_once"), *BEHAVING[:2]], [("slow_once", "first", "second")] * 6, clock, in_flight=6)
    faults = outcome.faults("slow_once")
    assert sorted(fault[0].name for fault in faults if fault) == ["TIMEOUT"]
    assert outcome.withdrawn == {}
    assert outcome.faults("first") == outcome.faults("second") == [None] * 6


def test_output_that_another_session_holds_open_does_not_hold_up_the_arena() -> None:
    outcome = play_beside_guests([miniature("escapes_its_group")], [("escapes_its_group", "first", "second")])
    [fault] = outcome.faults("escapes_its_group")
    assert fault == (FaultKind.DISCONNECT, "the process ended with exit status 1", "gone")
