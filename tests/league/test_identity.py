"""Tests of commitments and of leagues restored from stored data. A commitment is a hash over all data that decide a
league's results.
"""

import json
from dataclasses import replace
from itertools import islice

import pytest

from arena.league.field import NOBODY
from arena.league.identity import commitment, restored_league, versions
from arena.league.league import League
from arena.league.schedule import Fixtures, create_schedule
from arena.match import MatchSpec
from arena.sandbox.limits import Limits
from arena.transport import Clock
from tests.league.leagues import league_of

NAMES = ("ann", "ben", "cid", "dot", "eva")
LEAGUES = {
    "plain": league_of(*NAMES[:3]),
    "four seats": league_of(*NAMES, seats=4),
    "every order": league_of(*NAMES, seatings="all"),
    "another clock": replace(league_of(*NAMES), clock=Clock(bank_ms=7, increment_ms=3)),
    "more memory": replace(league_of(*NAMES), limits=Limits(memory_mb=2_000)),
    "another version": replace(league_of("ann", "ben", "cid"), bots=tuple(
        replace(bot, version="2.1 beta") for bot in league_of("ann", "ben", "cid").bots)),
    "gauntlet": replace(league_of(*NAMES), schedule="gauntlet", hero="cid", rounds=0, blocks=5),
    "balanced": replace(league_of(*NAMES), schedule="balanced", rounds=0, blocks=5),
    "swiss": replace(league_of(*NAMES), schedule="swiss"),
    "ladder": replace(
        league_of(*NAMES), schedule="ladder", rounds=0, blocks=5, field=NOBODY.moved(league_of(*NAMES).bots, 0)),
}  # fmt: skip


def restored(league: League) -> League:
    """Returns the league after its identity has been written to JSON and read back."""
    identity = json.loads(json.dumps(league.identity()))
    stated = json.loads(json.dumps(versions(league)))
    return restored_league(identity, league.components, stated, league.field if league.schedule == "ladder" else None)


def specs(league: League) -> list[MatchSpec]:
    """Returns the specifications of the matches in the first five blocks."""
    fixtures = Fixtures(league)
    blocks = islice(create_schedule(league).blocks(), 5)
    return [assignment.spec for block in blocks for assignment in fixtures.assignments(block)]


@pytest.mark.parametrize("league", LEAGUES.values(), ids=LEAGUES.keys())
def test_a_restored_league_is_the_same_league_with_the_same_matches(league: League) -> None:
    again = restored(league)
    assert again.identity() == league.identity()
    assert commitment(again) == commitment(league)
    expected = specs(league)
    assert expected
    assert specs(again)[: len(expected)] == expected


def test_leagues_with_other_deals_or_bots_have_other_commitments() -> None:
    others = [
        league_of(*NAMES[:3], seed=8),
        league_of(*NAMES[:3], name="final"),
        league_of(*NAMES[:2], "dot"),
        replace(LEAGUES["plain"], edition="bsw"),
        replace(LEAGUES["plain"], components="else"),
        *list(LEAGUES.values()),
    ]
    assert len({commitment(league) for league in others}) == len(others)


def test_a_commitment_is_the_same_on_every_machine_and_when_rounds_are_added() -> None:
    assert commitment(league_of(*NAMES, rounds=2)) == commitment(league_of(*NAMES, rounds=9))
    assert len(commitment(LEAGUES["plain"])) == 32


def test_a_commitment_shows_neither_the_seed_nor_a_deal() -> None:
    league = league_of(*NAMES, seed=2**63 - 2)
    shown = commitment(league)
    assert (2**63 - 2).to_bytes(8, "big") not in shown
    assert all(spec.deal not in shown for spec in specs(league))


@pytest.mark.parametrize("key", ["bots", "name", "seats", "seed"])
def test_an_identity_that_lacks_something_is_no_league(key: str) -> None:
    identity = LEAGUES["plain"].identity()
    del identity[key]
    with pytest.raises((KeyError, TypeError)):
        restored_league(identity, "", versions(LEAGUES["plain"]))
