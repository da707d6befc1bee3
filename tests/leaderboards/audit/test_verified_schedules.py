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
from tests.leaderboards.audits import audit
from tests.leaderboards.results import league, results

SCHEDULES = {
    "round-robin": league(),
    "swiss": replace(league(), schedule="swiss"),
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


def _played(cup: League, store: Store) -> Iterator[Result]:
    """Every match of a league, played at random, a round after the other."""
    fixtures, game = Fixtures(cup), cup.create_game()
    timing = results()[0].timing
    done = -1
    while blocks := [block for block in create_schedule(cup, store).blocks() if block.number > done]:
        for block in blocks:
            done = block.number
            for ordinal, assignment in zip(fixtures.ordinals(block), fixtures.assignments(block), strict=True):
                match, rng = Match(assignment.spec, game), Random(ordinal)
                while match.actor is not None:
                    match.choose(rng.choice(match.legal))
                yield Result(ordinal, assignment.spec.id, encode_record(match.record()), timing)
