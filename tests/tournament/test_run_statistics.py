"""Tests that a run's statistics are stored while it plays and at its end."""

from contextlib import closing
from pathlib import Path

import pytest

from arena.league.playing import progress
from arena.league.playing.progress import Progress
from arena.tournament import run_statistics
from arena.tournament.run_statistics import RunKeeper
from arena.transport.crew.usage import Usage
from leaderboards.store import PlayedStore
from leaderboards.store.rows.runs import Run
from tests.clocks import set_clock
from tests.leaderboards.results import league

EARLIER = Run(1, 12, usage={"ben": Usage(9)})


def progress_of(played: int) -> Progress:
    progress = Progress(total=100, stored=10 + played, began_with=10, began_s=0)
    progress.usage = {"ann": Usage(played)}
    return progress


def test_a_run_is_kept_now_and_then_and_at_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = set_clock(monkeypatch, 50.0, run_statistics, progress)
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as store:
        store.keep_run(EARLIER)
        keeper = RunKeeper(store, workers=3, in_flight=5, cores=2)
        keeper(progress_of(1))
        assert store.runs() == (EARLIER,)
        now[0] += 1
        keeper(progress_of(2))
        assert store.runs()[1] == Run(2, 2, workers=3, in_flight=5, cores=2, elapsed_s=51.0, usage={"ann": Usage(2)})
        keeper(progress_of(3))
        assert store.runs()[1].matches == 2
        keeper.finish()
        assert store.runs()[1] == Run(2, 3, workers=3, in_flight=5, cores=2, elapsed_s=51.0, usage={"ann": Usage(3)})


def test_runs_of_a_league_without_end_are_one_while_their_means_are_the_same(tmp_path: Path) -> None:
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as store:
        for workers, played in ((3, 1), (3, 2), (4, 3), (4, 4)):
            keeper = RunKeeper(store, workers, in_flight=5, cores=2, goes_on=True)
            keeper(progress_of(played))
            keeper.finish()
            keeper.finish()
        assert [(run.number, run.workers, run.matches, run.usage["ann"]) for run in store.runs()] == [
            (1, 3, 3, Usage(3)),
            (2, 4, 7, Usage(7)),
        ]


def test_a_run_that_played_nothing_leaves_no_trace(tmp_path: Path) -> None:
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as store:
        keeper = RunKeeper(store, 1, 1, 1)
        keeper.finish()
        keeper(progress_of(0))
        keeper.finish()
        assert store.runs() == ()


def test_a_run_that_lost_workers_is_kept_though_it_played_nothing(tmp_path: Path) -> None:
    progress = progress_of(0)
    progress.lost_workers = 2
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as store:
        keeper = RunKeeper(store, 1, 1, 1)
        keeper(progress)
        keeper.finish()
        assert [(run.matches, run.lost_workers) for run in store.runs()] == [(0, 2)]
