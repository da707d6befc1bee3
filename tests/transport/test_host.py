"""Tests of the host, which starts bots and plays matches: it plays each match exactly once, however many matches run at
the same time. The host always comes to an end, and reports why it ended.
"""

import asyncio
import os
import tempfile
import time
from pathlib import Path

import pytest

from arena.match import Match
from arena.protocol.records import encode_record
from arena.transport import Assignment, Clock, Finished, Host
from tests.suite.sizes import sized
from tests.transport.hosting import (
    CALM,
    GAME,
    Outcome,
    assignment,
    left_running,
    miniature,
    play,
    processes,
    random_bot,
    run,
)
from tests.transport.visiting import play_beside_guests

THREE = ("first", "second", "third")
BEHAVING = [miniature("behaves", name) for name in THREE]
TABLES = [("north", "east", "south", "west"), ("west", "south", "north")] * sized(12, 30)


def records(outcome: Outcome) -> list[bytes]:
    return [encode_record(finished.record) for finished in outcome.finished]


def test_one_match_in_flight_and_128_in_flight_give_the_same_records() -> None:
    launches = [random_bot(name) for name in TABLES[0]]
    one, many = (play(launches, TABLES, in_flight=count) for count in (1, 128))
    assert len(records(one)) == len(TABLES)
    assert records(one) == records(many)
    assert [finished.record.faults for finished in one.finished if finished.record.faults] == []


def test_other_seeds_give_other_records() -> None:
    launches = [random_bot(name) for name in THREE]

    spec, finished = assignment(1, THREE).spec, list[Finished]()

    async def live() -> None:
        async with Host(GAME, launches, CALM, 1) as host:
            for first_seed in (1, 1, 9):
                await host.play([Assignment(spec, (first_seed, 2, 3))], finished.append)

    run(live())
    first, again, other = (one.record.actions for one in finished)
    assert first == again != other


def test_a_host_plays_again_when_it_has_played() -> None:
    async def live() -> list[int]:
        counts = []
        async with Host(GAME, BEHAVING, CALM, 4) as host:
            for matches in (3, 0, 2):
                finished: list[Finished] = []
                await host.play((assignment(number, THREE) for number in range(matches)), finished.append)
                counts.append(len(finished))
        return counts

    assert run(live()) == [3, 0, 2]


def test_a_drained_host_plays_what_is_in_flight_to_its_end_and_no_more() -> None:
    finished: list[Finished] = []

    async def live() -> None:
        async with Host(GAME, BEHAVING, CALM, 4) as host:

            def on_finished(one: Finished) -> None:
                finished.append(one)
                host.drain()

            await host.play((assignment(number, THREE) for number in range(100)), on_finished)

    run(live())
    assert 1 <= len(finished) <= 4
    assert [one.record.faults for one in finished if one.record.faults] == []


def test_thinking_times_are_told_for_each_seat() -> None:
    [finished] = play([*BEHAVING[:2], miniature("slow_to_answer")], [("first", "second", "slow_to_answer")]).finished
    assert all(slowest <= total for total, slowest in zip(finished.thinking_us, finished.slowest_us, strict=True))
    assert finished.slowest_us[2] > 250_000
    assert 0 < finished.thinking_us[0] < finished.thinking_us[2]


def test_a_stalled_arena_costs_a_bot_that_answers_at_once_nothing_of_its_tiny_bank() -> None:
    """A stall of the arena does not use up the small bank of a bot that answers at once. Several times
    the test blocks the arena's event loop just after a turn was sent, so that the bot's answer waits unread. Each stall
    lasts 600 ms, which is more than the bank.
    """
    clock = Clock(bank_ms=200, increment_ms=30, startup_ms=20_000)
    stalls = []

    def stall(match: Match) -> None:
        if len(match.actions) % 24 == 6:
            stalls.append(len(match.actions))
            asyncio.get_running_loop().call_later(0.002, time.sleep, 0.6)

    async def live() -> list[Finished]:
        finished: list[Finished] = []
        async with Host(GAME, BEHAVING, clock, 1, stall) as host:
            await host.play([assignment(0, THREE)], finished.append)
        return finished

    [finished] = run(live())
    assert len(stalls) >= 2
    assert finished.record.faults == ()
    assert max(finished.slowest_us) < 200_000


def test_where_no_socket_fits_in_a_folder_bots_dial_a_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = tmp_path / ("deep" * 20)
    deep.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    outcome = play(BEHAVING, [THREE])
    assert [finished.record.faults for finished in outcome.finished] == [()]
    assert list(deep.iterdir()) == []


# How a host ends.


def test_a_host_that_is_left_at_once_leaves_nothing_behind(home: Path) -> None:
    async def live(pause_s: float) -> None:
        async with Host(GAME, BEHAVING, CALM, 1):
            await asyncio.sleep(pause_s)

    for pause_s in (0, 0.001, 0.003, 0.01, 0.03):
        run(live(pause_s))
    assert left_running(home) == []


def test_a_host_that_is_cancelled_in_the_middle_of_matches_leaves_nothing_behind(home: Path) -> None:
    finished: list[Finished] = []

    async def live() -> None:
        task = asyncio.current_task()
        assert task
        async with Host(GAME, BEHAVING, CALM, 8) as host:
            await host.play([assignment(0, THREE)], finished.append)
            asyncio.get_running_loop().call_later(0.1, task.cancel)
            await host.play((assignment(number, THREE) for number in range(100_000)), finished.append)

    with pytest.raises(asyncio.CancelledError):
        run(live())
    assert len(list(processes(home))) == 3
    assert left_running(home) == []


def test_a_host_that_is_cancelled_while_it_waits_for_bots_to_leave_ends_them(home: Path) -> None:
    names = ("ignores_goodbye", "first", "second")

    async def live() -> None:
        async with Host(GAME, [miniature("ignores_goodbye"), *BEHAVING[:2]], CALM, 1) as host:
            await host.play([assignment(0, names)], lambda _: None)
            task = asyncio.current_task()
            assert task
            asyncio.get_running_loop().call_later(0.3, task.cancel)

    started = time.monotonic()
    with pytest.raises(asyncio.CancelledError):
        run(live())
    assert left_running(home) == []
    assert time.monotonic() - started < 20


def test_bots_leave_by_themselves_when_they_are_told_goodbye(home: Path) -> None:
    started = time.monotonic()
    play_beside_guests([miniature("one_match_at_a_time")], [("one_match_at_a_time", "first", "second")])
    assert time.monotonic() - started < 15
    assert (home / "farewells").read_text().split() == ["one_match_at_a_time"]
    assert left_running(home) == []


def test_no_file_stays_open() -> None:
    def open_files() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    play_beside_guests([miniature("crashes_in_turn"), BEHAVING[0]], [("first", "crashes_in_turn", "second")])
    before = open_files()
    play_beside_guests([miniature("crashes_in_turn"), BEHAVING[0]], [("first", "crashes_in_turn", "second")] * 4)
    assert open_files() <= before


def test_bots_get_nothing_of_the_arenas_environment_that_is_not_meant_for_them(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_OF_THE_ARENA", "1234")
    play_beside_guests([miniature("tells_its_environment")], [("first", "tells_its_environment", "second")])
    names = set((home / "environment").read_text().split())
    assert {"ARENA_ADDRESS", "ARENA_TOKEN", "HOME", "PATH"} <= names
    assert "SECRET_OF_THE_ARENA" not in names


def test_signals_to_the_arena_do_not_reach_the_bots(home: Path) -> None:
    async def live() -> list[bool]:
        async with Host(GAME, BEHAVING, CALM, 1) as host:
            await host.play([assignment(0, THREE)], lambda _: None)
            return [os.getpgid(number) == number != os.getpgid(0) for number in processes(home)]

    assert run(live()) == [True] * 3
