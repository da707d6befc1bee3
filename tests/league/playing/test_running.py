"""Tests of runs with workers that die or give up; the workers are real processes that only pretend to play."""

import errno
import os
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.league.league import League
from arena.league.playing import running
from arena.league.playing.messages import Admitted, Orders, Report, Shared
from arena.league.playing.progress import Progress
from arena.league.playing.results import Result
from arena.league.playing.running import run_league
from tests.league.playing.memory import Memory, league_of

SHORT = ArenaError("shortage", "the arena ran out of resources", "make room")
FEW = 3
"""The number of failures of workers that these tests allow; it is low, because each failure starts another process."""


def brings(parent: Connection, shared: Shared, most: int) -> bool:
    """Acts as a worker that claims every block and reports the results of at most this many matches; returns whether no
    match is left.
    """
    orders: Orders = parent.recv()
    shared.claimed.value += 100
    left = [place for place, played in enumerate(orders.segment.played) if not played]
    results = [Result(place, b"", b"", b"") for place in left[:most]]
    parent.send(Report(results, {}, len(left) <= most, {}, {}, {}))
    return len(left) <= most


def dies(league: League, in_flight: int, shared: Shared, parent: Connection) -> None:
    if brings(parent, shared, 1):
        parent.poll(None)
        return
    os._exit(1)


def dies_in_its_block(league: League, in_flight: int, shared: Shared, parent: Connection) -> None:
    """Acts as a worker that claims one block. If the segment has no records yet, reports the block's first match and
    dies. Otherwise stays alive, and reports all remaining matches of the segment if it claimed the first block, or no
    matches if it claimed another block.
    """
    orders: Orders = parent.recv()
    left = [place for place, played in enumerate(orders.segment.played) if not played]
    with shared.claimed.get_lock():
        block = shared.claimed.value - orders.claimed
        shared.claimed.value += 1
    fresh = len(left) == len(orders.segment.played)
    places = [3 * block] if fresh else left if block == 0 else []
    parent.send(Report([Result(place, b"", b"", b"") for place in places], {}, not fresh, {}, {}, {}))
    if fresh:
        os._exit(1)
    parent.poll(None)


def brings_all(league: League, in_flight: int, shared: Shared, parent: Connection) -> None:
    brings(parent, shared, 100)
    parent.poll(None)


def gives_up(league: League, in_flight: int, shared: Shared, parent: Connection) -> None:
    if brings(parent, shared, 1):
        parent.poll(None)
        return
    parent.send(SHORT)
    os._exit(1)


def gives_up_before_it_is_asked(league: League, in_flight: int, shared: Shared, parent: Connection) -> None:
    parent.send(SHORT)
    os._exit(1)


def is_told_whom_to_admit(league: League, in_flight: int, shared: Shared, parent: Connection) -> None:
    orders: Orders = parent.recv()
    told: Admitted = parent.recv()
    results = [Result(place, b"", b"", b"") for place in range(len(orders.segment.played))]
    parent.send(Report(results, told.names, True, {}, {}, {}))


def run(league: League, store: Memory) -> Progress:
    return run_league(league, store, 1, 8, lambda _: None)


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PAUSE_S", 0.0)
    monkeypatch.setattr(running, "MOST_FAILURES", FEW)


def test_a_match_is_void_once_however_often_it_was_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "run_worker", dies)
    progress = run(league_of(tmp_path, rounds=1), Memory())
    assert (progress.total, progress.stored, progress.lost_workers) == (3, 3, 2)
    assert progress.void == {1, 2}


def test_matches_of_workers_that_were_all_killed_are_void_and_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "run_worker", dies_in_its_block)
    store = Memory()
    progress = run_league(league_of(tmp_path, rounds=3), store, 2, 8, lambda _: None)
    assert (progress.total, progress.stored, progress.lost_workers) == (9, 9, 2)
    assert progress.void == {1, 2, 4, 5}  # no worker had begun the third block
    assert sorted(store.kept) == list(range(9))


def test_a_worker_that_gave_up_is_replaced_and_the_reason_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "run_worker", gives_up)
    progress = run(league_of(tmp_path, rounds=1), Memory())
    assert (progress.total, progress.stored, progress.lost_workers) == (3, 3, 2)
    assert progress.failure
    assert progress.failure.message == SHORT.message


@pytest.mark.parametrize("worker", [gives_up, gives_up_before_it_is_asked])
def test_workers_that_keep_giving_up_end_the_league_with_their_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worker: object
) -> None:
    monkeypatch.setattr(running, "run_worker", worker)
    store = Memory()
    with pytest.raises(ArenaError, match="the arena ran out of resources"):
        run(league_of(tmp_path, rounds=2), store)
    assert len(store.kept) == (FEW if worker is gives_up else 0)


def test_a_league_that_ended_for_want_of_something_is_played_on_when_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "run_worker", gives_up)
    league, store = league_of(tmp_path, rounds=2), Memory()
    with pytest.raises(ArenaError, match="the arena ran out of resources"):
        run(league, store)
    monkeypatch.setattr(running, "run_worker", brings_all)
    progress = run(league, store)
    assert (progress.stored, progress.played(), progress.void, progress.failure) == (6, 6 - FEW, set(), None)
    assert sorted(store.kept) == list(range(6))


def test_a_league_for_whose_workers_there_are_no_descriptors_says_so_and_leaves_none_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, start = list[SpawnProcess](), SpawnProcess.start

    def refused(process: SpawnProcess) -> None:
        if started:
            raise OSError(errno.EMFILE, "Too many open files")
        start(process)
        started.append(process)

    monkeypatch.setattr(running, "run_worker", brings_all)
    monkeypatch.setattr(SpawnProcess, "start", refused)
    league, store = league_of(tmp_path, rounds=1), Memory()
    with pytest.raises(
        ArenaError, match="ran out of resources when it started its worker processes: it may open no more files"
    ):
        run_league(league, store, 2, 8, lambda _: None)
    assert not started[0].is_alive()
    monkeypatch.setattr(SpawnProcess, "start", start)
    assert run(league, store).stored == 3


def test_workers_hear_whom_a_follower_admits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "run_worker", is_told_whom_to_admit)

    def admit(progress: Progress) -> None:
        progress.admitted = {"hash": "fern"}

    assert run_league(league_of(tmp_path, rounds=1), Memory(), 1, 8, admit).withdrawn == {"hash": "fern"}
