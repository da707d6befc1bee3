"""A run whose workers die or give up: real processes, which only pretend to play."""

import os
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.league.league import League
from arena.league.playing import running
from arena.league.playing.progress import Progress
from arena.league.playing.results import Result
from arena.league.playing.running import MOST_FAILURES, run_league
from arena.league.playing.words import Admitted, Orders, Report, Shared
from tests.league.playing.memory import Memory, league_of

SHORT = ArenaError("shortage", "the arena ran short", "make room")


def brings(parent: Connection, shared: Shared, most: int) -> bool:
    """Claims every block and brings that many matches; whether these were the last."""
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


def test_a_match_is_void_once_however_often_it_was_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "run_worker", dies)
    progress = run(league_of(tmp_path, rounds=1), Memory())
    assert (progress.total, progress.stored, progress.lost_workers) == (3, 3, 2)
    assert progress.void == {1, 2}


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
    with pytest.raises(ArenaError, match="the arena ran short"):
        run(league_of(tmp_path, rounds=2), store)
    assert len(store.kept) == (MOST_FAILURES if worker is gives_up else 0)


def test_workers_hear_whom_a_follower_admits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "run_worker", is_told_whom_to_admit)

    def admit(progress: Progress) -> None:
        progress.admitted = {"hash": "fern"}

    assert run_league(league_of(tmp_path, rounds=1), Memory(), 1, 8, admit).withdrawn == {"hash": "fern"}
