"""Tests of interruptions of a league: whatever the cause, no match is lost or played twice, and no process remains."""

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from leaderboards.store import Store
from tests.end_to_end.conftest import ROUNDS
from tests.end_to_end.processes import (
    SLOW_BOT,
    Ended,
    alive,
    arena,
    bots_in,
    ended,
    random_league,
    records,
    running,
    sleeping,
    start,
    stored,
    told_stored,
    until,
    workers_of,
    write_bot,
    write_league,
)
from tests.suite.sizes import full

Uninterrupted = tuple[Ended, list[tuple[int, object]]]
ALL = 3 * ROUNDS
SLOWLY = ("cup.toml", "--workers", "2", "--in-flight", "1")


def nothing_is_left(folder: Path, workers: Sequence[int]) -> None:
    """Waits until no process of the league is running."""
    until(lambda: not any(map(alive, workers)), "the workers have ended")
    until(lambda: not bots_in(folder), "the bots have ended")


def resumes(folder: Path, uninterrupted: Uninterrupted) -> None:
    """Resumes the league, and asserts that only the missing matches are played and that the results equal those of the
    uninterrupted league.
    """
    before = stored(folder)
    assert before < ALL
    said = arena(folder, "run-league", "cup.toml", "--workers", "2")
    assert said.status == 0, said.err
    assert f"{ALL} of {ALL} matches; {ALL - before} played in " in said.err
    assert said.out == uninterrupted[0].out
    assert records(folder) == uninterrupted[1]


def test_an_interrupt_lets_matches_in_flight_end_and_the_league_goes_on_later(
    cup: Path, uninterrupted: Uninterrupted
) -> None:
    with running(cup, *SLOWLY, matches=5) as process:
        workers = workers_of(process)
        os.killpg(process.pid, signal.SIGINT)
        said = ended(process)
    assert said.status == 130
    assert "finishing the matches in flight; an interrupt stops at once\n" in said.err
    left = ALL - stored(cup)
    assert said.err.endswith(f"{left} matches are left; run the same command to play them\n")
    assert "Traceback" not in said.err
    assert told_stored(said.out) == stored(cup)
    nothing_is_left(cup, workers)
    resumes(cup, uninterrupted)


def test_an_interrupt_while_the_bots_start_is_heard(cup: Path) -> None:
    process = start(cup, "run-league", *SLOWLY)
    until(lambda: bool(workers_of(process)), "there are workers")
    os.killpg(process.pid, signal.SIGINT)
    said = ended(process)
    assert said.status == 130, said.err
    assert "Traceback" not in said.err
    nothing_is_left(cup, ())


@pytest.mark.slow
def test_a_second_interrupt_stops_at_once(tmp_path: Path) -> None:
    random_league(tmp_path, 1)
    write_bot(tmp_path, "slo", SLOW_BOT)
    league = write_league(tmp_path, 1, "ann", "ben", "slo")
    league.write_text(league.read_text() + "[clock]\nbank_ms = 280_000\n")
    process = start(tmp_path, "run-league", "cup.toml", "--workers", "1", "--in-flight", "1")
    until(lambda: bool(sleeping(tmp_path)), "a bot thinks")
    workers = workers_of(process)
    process.send_signal(signal.SIGINT)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(1)  # the command still waits for the slow bot
    asked = time.monotonic()
    process.send_signal(signal.SIGINT)
    said = ended(process)
    assert time.monotonic() - asked < 100
    assert said.status == 130
    assert "Traceback" not in said.err
    assert stored(tmp_path) == 0
    nothing_is_left(tmp_path, workers)


@pytest.mark.parametrize(
    "command", [("play", "verraeter", "slo", "slo", "slo"), ("check", "slo")], ids=lambda one: one[0]
)
def test_a_match_or_a_check_is_interrupted_at_once(tmp_path: Path, command: tuple[str, ...]) -> None:
    write_bot(tmp_path, "slo", SLOW_BOT)
    process = start(tmp_path, *command)
    until(lambda: bool(sleeping(tmp_path)), "a bot thinks")
    os.killpg(process.pid, signal.SIGINT)
    said = ended(process)
    assert said.status == 130, said.err
    assert said.err.endswith("interrupted\n")
    assert "Traceback" not in said.err
    nothing_is_left(tmp_path, ())


@full  # in `make test`, test_exactly_once.py kills at such moments, and the next test checks that no process is left
@pytest.mark.parametrize("matches", [0, 5])
def test_a_killed_arena_leaves_no_process_and_loses_nothing_it_stored(
    cup: Path, uninterrupted: Uninterrupted, matches: int
) -> None:
    with running(cup, *SLOWLY, matches=matches) as process:
        until(lambda: bool(bots_in(cup)), "bots have started")
        workers = workers_of(process)
        before = stored(cup)
        process.kill()
        assert ended(process).status == -signal.SIGKILL
    assert stored(cup) >= before >= matches
    nothing_is_left(cup, workers)
    resumes(cup, uninterrupted)


def test_a_killed_arena_leaves_no_process_even_if_its_bots_are_thinking(tmp_path: Path) -> None:
    write_bot(tmp_path, "slo", SLOW_BOT)
    random_league(tmp_path, 1)
    write_league(tmp_path, 1, "ann", "ben", "slo")
    with running(tmp_path, "cup.toml", "--workers", "1", matches=0) as process:
        until(lambda: bool(sleeping(tmp_path)), "a bot thinks")
        workers = workers_of(process)
        killed = time.monotonic()
        process.kill()
        process.communicate()
    nothing_is_left(tmp_path, workers)
    assert time.monotonic() - killed < 15  # the arena does not wait for the 30 s that the bot may think


@pytest.mark.slow
def test_the_matches_of_a_killed_worker_are_counted_and_played_again(cup: Path, uninterrupted: Uninterrupted) -> None:
    with running(cup, "cup.toml", "--workers", "2", "--in-flight", "2", matches=5) as process:
        killed = workers_of(process)[0]
        os.kill(killed, signal.SIGKILL)
        until(lambda: not alive(killed), "the worker has ended")
        said = ended(process)
    assert said.status == 0, said.err
    assert "1 of the workers died; its matches were played again\n" in said.err
    assert said.out == uninterrupted[0].out
    assert records(cup) == uninterrupted[1]
    nothing_is_left(cup, ())
    with closing(Store.open(cup / "results" / "cup")) as store:
        [run] = store.runs()
    assert (run.matches, run.lost_workers) == (ALL, 1)
    assert 1 <= run.void_matches <= ALL - 5


def test_workers_that_keep_dying_end_the_league(cup: Path) -> None:
    with running(cup, "cup.toml", "--workers", "1", "--in-flight", "1", matches=0) as process:
        killed: set[int] = set()

        def kill_a_worker() -> bool:
            for pid in workers_of(process):
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)
            return process.poll() is not None

        until(kill_a_worker, "the arena gives up")
        said = ended(process)
    assert said.status == 1
    assert "Error: the arena's worker processes ended without a result" in said.err
    assert "[worker-died]" in said.err
    assert killed
    nothing_is_left(cup, ())
