"""Tests of estimated winning chances over HTTP: who gets the estimates, and which estimates are withheld."""

import json
from pathlib import Path
from typing import Any

import pytest

from arena.asking.estimates.estimate_cache import FOLDER, Wanted
from arena.asking.estimates.program import answer
from leaderboards.store import Store
from tests.end_to_end.processes import until
from tests.leaderboards.results import played
from tests.league.leagues import league_of
from tests.web.leagues import write
from tests.web.serving import Answer, get, serving

MATCH = "cup/matches/2"


@pytest.fixture
def results(tmp_path: Path, estimating: None) -> Path:  # `estimating`: the server computes winning chances
    """The folder with the results of a league whose last match is missing."""
    league = league_of("ann", "ben", "cid", rounds=2)
    write(tmp_path / "cup", league, list(played(league))[:-1])
    return tmp_path


def made(address: str) -> Any:
    """Requests estimates until the server has computed them; returns their JSON value."""
    answers: list[Answer] = []

    def there() -> bool:
        answers.append(get(address))
        return answers[-1].status != 202

    until(there, "it is made")
    assert answers[-1].status == 200
    return json.loads(answers[-1].text)


def test_what_is_told_is_what_the_estimator_says_alone_and_is_kept_beside_the_results(results: Path) -> None:
    store = Store.open(results / "cup")
    record = store.find("2").record
    alone = json.loads(answer(record, store.components()))
    with serving(results) as address:
        told = made(f"{address}/{MATCH}/all/estimates")
    assert told == alone
    kept = results / "cup" / FOLDER / Wanted(record, "", None).name()
    assert json.loads(kept.read_text()) == alone
    store.close()


def test_nobody_is_told_of_a_match_that_is_not_shown(results: Path) -> None:
    """No estimates exist for a match until all matches of its block, the matches with the same deal, are played."""
    with serving(results) as address:
        for match in (3, 4, 5, 6, "x", "9" * 5000):
            answered = get(f"{address}/cup/matches/{match}/all/estimates")
            assert (answered.status, "points" in answered.text) == (404, False)
    assert not (results / "cup" / FOLDER).exists()


def test_eyes_of_a_seat_are_told_nothing(results: Path) -> None:
    with serving(results) as address:
        made(f"{address}/{MATCH}/all/estimates")
        for eyes in ("0", "1", "table", "x", "ALL"):
            answered = get(f"{address}/{MATCH}/{eyes}/estimates")
            assert (answered.status, "points" in answered.text) == (403, False)


def test_pages_of_other_sites_have_nothing_estimated(results: Path) -> None:
    with serving(results) as address:
        for site in ("cross-site", "same-site"):
            assert get(f"{address}/{MATCH}/all/estimates", {"Sec-Fetch-Site": site}).status == 403
        assert get(f"{address}/{MATCH}/all/estimates", {"Host": "evil.example"}).status == 421
        assert get(f"{address}/{MATCH}/all/estimates", method="POST").status == 405
    assert not (results / "cup" / FOLDER).exists()


def test_a_server_beside_a_league_that_is_played_makes_none(results: Path) -> None:
    with serving(results, box=None) as address:
        assert made(f"{address}/{MATCH}/all/estimates")["points"] == []
    assert not (results / "cup" / FOLDER).exists()
