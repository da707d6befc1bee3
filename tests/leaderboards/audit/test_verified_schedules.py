"""Tests that audits compute every kind of schedule again, including schedules that pair bots by their results."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arena.league.league import League
from leaderboards.store import PlayedStore
from tests.leaderboards.audits import audit, execute, failures
from tests.leaderboards.growing import goes_on, played_at_random
from tests.leaderboards.results import league
from tests.league.leagues import league_of

SCHEDULES = {
    "round-robin": league(),
    "swiss": replace(league(), schedule="swiss"),
    "ladder": replace(league(), schedule="ladder", rounds=0, blocks=30),
    "gauntlet": replace(league(), schedule="gauntlet", rounds=0, blocks=3, hero="ben"),
    "balanced": replace(league(), schedule="balanced", rounds=0, blocks=3),
}


@pytest.mark.parametrize("cup", SCHEDULES.values(), ids=SCHEDULES.keys())
def test_every_schedule_is_recomputed(tmp_path: Path, cup: League) -> None:
    with closing(PlayedStore.create(tmp_path / "league.db", cup)) as store:
        cup = goes_on(cup, store)
        for result in played_at_random(cup, store):
            store.add([result])
    found = audit(tmp_path)
    assert (found.failures, found.matches >= 6) == ([], True)


def test_a_table_that_the_records_did_not_choose_is_found(tmp_path: Path) -> None:
    cup = replace(league_of("ann", "ben", "cid", "dot", "eva", "fay"), schedule="ladder", rounds=0, blocks=24)
    forged = 18  # block 18 is in the third round, which begins with block 16
    with closing(PlayedStore.create(tmp_path / "league.db", cup)) as store:
        cup = goes_on(cup, store)
        for result in played_at_random(cup, store, forged):
            store.add([result])
    found = audit(tmp_path)
    assert {failure.ordinal for failure in found.failures} == {54, 55, 56}
    assert {"deal", "entrants"} <= {failure.part for failure in found.failures}


@pytest.mark.parametrize("schedule", ["swiss", "ladder"])
def test_a_damaged_row_is_the_only_one_that_is_complained_of_as_long_as_it_can_be_read(
    tmp_path: Path, schedule: str
) -> None:
    amount = {"rounds": 8} if schedule == "swiss" else {"rounds": 0, "blocks": 20}
    cup = replace(league_of("ann", "ben", "cid", "dot", "eva", "fay"), schedule=schedule, **amount)  # type: ignore[arg-type]
    with closing(PlayedStore.create(tmp_path / "league.db", cup)) as store:
        cup = goes_on(cup, store)
        for result in played_at_random(cup, store):
            store.add([result])
    execute(tmp_path, "update matches set mark = ? where ordinal = 4", bytes(16))
    assert failures(tmp_path) == [(4, "mark")]
