"""An audit computes every schedule again, those that pair by results too."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from arena.league.league import League
from arena.league.results import Result
from arena.league.schedule import Fixtures, create_schedule
from arena.match import Match
from arena.protocol.records import encode_record
from leaderboards.store import PlayedStore, Store
from tests.leaderboards.audits import audit, execute, failures
from tests.leaderboards.results import league, results
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
        for result in _played(cup, store):
            store.add([result])
    found = audit(tmp_path)
    assert (found.failures, found.matches >= 6) == ([], True)


def test_a_table_that_the_records_did_not_choose_is_found(tmp_path: Path) -> None:
    cup = replace(league_of("ann", "ben", "cid", "dot", "eva", "fay"), schedule="ladder", rounds=0, blocks=24)
    forged = 18  # the first block of the third round is 16
    with closing(PlayedStore.create(tmp_path / "league.db", cup)) as store:
        for result in _played(cup, store, forged):
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
        for result in _played(cup, store):
            store.add([result])
    execute(tmp_path, "update matches set mark = ? where ordinal = 4", bytes(16))
    assert failures(tmp_path) == [(4, "mark")]


def _played(cup: League, store: Store, forged: int = -1) -> Iterator[Result]:
    """Every match of a league, played at random, a round after the other; block `forged` at another table."""
    fixtures, game = Fixtures(cup), cup.create_game()
    timing = results()[0].timing
    done = -1
    while blocks := [block for block in create_schedule(cup, store).blocks() if block.number > done]:
        for block in blocks:
            done = block.number
            seated = block if block.number != forged else replace(block, round=99, table=_others(cup, block.table))
            for ordinal, assignment in zip(fixtures.ordinals(block), fixtures.assignments(seated), strict=True):
                match, rng = Match(assignment.spec, game), Random(ordinal)
                while match.actor is not None:
                    match.choose(rng.choice(match.legal))
                yield Result(ordinal, assignment.spec.id, encode_record(match.record()), timing)


def _others(cup: League, table: tuple[int, ...]) -> tuple[int, ...]:
    """As many of the bots that are not at the table."""
    return tuple(bot for bot in range(len(cup.bots)) if bot not in table)[: cup.seats]
