"""Tests of the stored data of runs, each of which is one execution of a command that plays a league: the data are
updated during the run, read unchanged, and added up over all runs.
"""

from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sql

from arena.errors import ArenaError
from arena.transport.crew.usage import Usage
from leaderboards.store import PlayedStore, Store
from leaderboards.store.rows.runs import Run, total_usage
from leaderboards.store.tables import RUNS
from tests.leaderboards.results import league

FULL = Run(
    1, 12, workers=2, in_flight=8, cores=4, lost_workers=1, void_matches=3, withdrawn={"ann": "withdrawn"},
    copies={"ann": "12ab"}, changed=["ann"],
    usage={"ann": Usage(7, Counter({3: 4, 150: 1}), 60_000_000), "ben": Usage(9)},
)  # fmt: skip


def test_a_run_comes_back_as_it_was(tmp_path: Path) -> None:
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as store:
        assert store.runs() == ()
        store.keep_run(Run(2, 5))
        store.keep_run(FULL)
    with closing(Store.open(tmp_path / "league.db")) as store:
        assert store.runs() == (FULL, Run(2, 5))


def test_what_was_kept_of_a_run_is_replaced(tmp_path: Path) -> None:
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as store:
        store.keep_run(Run(1, 5))
        store.keep_run(FULL)
        assert store.runs() == (FULL,)


@pytest.mark.parametrize(
    "report", ["", "[]", "{}", '{"usage": {}, "colour": 1}', '{"usage": {"ann": {}}}', '{"usage": {}, "copies": 3}']
)
def test_a_run_that_cannot_be_read_is_named(tmp_path: Path, report: str) -> None:
    with closing(PlayedStore.create(tmp_path / "league.db", league())) as store:
        with store._database.engine.begin() as connection:
            connection.execute(sql.insert(RUNS), {"number": 4, "report": report, "mark": b""})
        with pytest.raises(ArenaError, match="the stored statistics of run 4 of the league cannot be read") as caught:
            store.runs()
    assert caught.value.code == "damaged"


def test_usage_is_added_up_over_runs_and_the_runs_stay_as_they_are() -> None:
    total = total_usage((FULL, FULL))
    assert total["ann"] == Usage(14, Counter({3: 8, 150: 2}), 60_000_000)
    assert FULL.usage["ann"] == Usage(7, Counter({3: 4, 150: 1}), 60_000_000)
