"""Tests the estimated time for the rest of a league, which follows from the times of earlier runs."""

import pytest

from leaderboards.reports.pace import seconds_for
from leaderboards.store.rows.runs import Run


@pytest.mark.parametrize(
    "run",
    [
        Run(1, matches=100, workers=2, cores=2),
        Run(1, matches=100, elapsed_s=5.0),
        Run(1, matches=0, workers=2, cores=2, elapsed_s=5.0),
    ],
    ids=["of an older release", "on a cluster", "nothing played"],
)
def test_what_was_not_timed_tells_nothing(run: Run) -> None:
    assert seconds_for(10, (run,), 2, 2) is None
    assert seconds_for(10, (), 2, 2) is None


def test_workers_share_the_work_as_far_as_there_are_processors() -> None:
    runs = (Run(1, matches=100, workers=8, cores=2, elapsed_s=50.0),)
    assert [seconds_for(10, runs, workers, 2) for workers in (1, 2, 8)] == [10, 5, 5]


def test_a_long_run_weighs_more_than_a_short_one() -> None:
    runs = (Run(1, matches=99, workers=1, cores=1, elapsed_s=99), Run(2, matches=1, workers=1, cores=1, elapsed_s=21))
    assert seconds_for(10, runs, 1, 1) == 12
