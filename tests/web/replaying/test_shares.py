"""Tests of the winning chances below the timeline of a replay, in Chromium; skipped if it is not installed."""

import json
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena.asking.estimates.program import answer
from leaderboards.store import Store
from tests.leaderboards.results import played
from tests.league.leagues import league_of
from tests.web.leagues import write
from tests.web.replaying.test_replay import opening
from tests.web.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PATIENCE_MS = 60_000


@pytest.mark.usefixtures("estimating")
def test_the_shares_of_each_step_are_those_of_the_estimator_and_for_eyes_that_see_all(
    browser: "Browser", tmp_path: Path
) -> None:
    league = league_of("ann", "ben", "cid", rounds=1)
    write(tmp_path / "cup", league, list(played(league)))
    with closing(Store.open(tmp_path / "cup")) as store:
        points = dict(json.loads(answer(store.find("0").record, store.components()))["points"])
    with serving(tmp_path) as address:
        page = opening(browser, f"{address}/cup/matches/0.html?eyes=1")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.locator(".viewer").press("End")
        page.get_by_label("Viewpoint").select_option("table")
        page.wait_for_url("**eyes=table**")
        assert page.locator(".shares").is_hidden()
        assert not [one for one in asked if "estimates" in one]
        page.get_by_label("Viewpoint").select_option("all")
        page.locator(".shares li").first.wait_for(timeout=PATIENCE_MS)
        assert page.locator(".bands polygon").count() == 3
        for step in (0, 7, len(points) // 2, len(points) - 1):
            page.evaluate(
                """step => {
                const replay = document.querySelector("arena-replay");
                replay.go(replay.moments.findIndex((one) => one.frame.number === step && !one.stage));
            }""",
                step,
            )
            shown = page.locator(".shares strong").all_inner_texts()
            assert [int(one.removesuffix("%")) for one in shown] == [int(100 * one + 0.5) for one in points[step]]
        page.get_by_label("Viewpoint").select_option("0")
        page.wait_for_url("**eyes=0**")
        assert page.locator(".shares").is_hidden()
        page.context.close()


def test_where_nothing_is_estimated_nothing_of_it_is_there(browser: "Browser", address: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        with page.expect_response("**/estimates"):
            page.goto(f"{address}/cup/matches/5.html")
        page.locator(".viewer").wait_for()
        assert page.locator(".shares").is_hidden()
        assert page.locator(".bands").is_hidden()
