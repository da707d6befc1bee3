"""Tests of a wall display that follows a league: it changes from the table to the newest match and back by itself."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from leaderboards.store import PlayedStore
from tests.leaderboards.results import played
from tests.web.axe import violations
from tests.web.kinds import SHARE
from tests.web.leagues import discs
from tests.web.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_a_wall_leads_from_the_table_to_the_newest_match_and_back(browser: "Browser", address: str) -> None:
    page = browser.new_context(locale="en", viewport={"width": 1920, "height": 1080}).new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.clock.install()
    page.goto(f"{address}/cup/index.html?wall")
    newest = page.locator("[data-newest]").get_attribute("data-newest")
    assert page.locator(".top").is_hidden()
    away = [True]
    page.route(
        f"**/cup/matches/{newest}.html*", lambda route: route.abort() if away and away.pop() else route.continue_()
    )
    with page.expect_event("requestfailed"):
        page.clock.run_for(10_000)
    page.clock.run_for(3000)  # the first request failed, so the page tries again
    page.wait_for_url(f"**/cup/matches/{newest}.html?wall=*")
    page.locator(".viewer").wait_for()
    assert page.evaluate(SHARE) >= 0.6
    for hidden in (".top", ".bar", ".side", "footer"):
        assert page.locator(hidden).is_hidden(), hidden
    page.clock.run_for(61_000)
    assert page.locator(".end h2").is_visible()
    assert violations(page, 1, ".viewer") == []
    page.clock.run_for(10_000)
    page.wait_for_url(f"**/cup/index.html?wall=&shown={newest}")
    page.clock.run_for(20_000)  # all matches were shown, so the page stays
    assert page.url.endswith(f"shown={newest}")
    page.context.close()


def test_a_wall_that_was_up_before_its_league_shows_its_matches_and_its_last_table(
    browser: "Browser", tmp_path: Path
) -> None:
    league = discs(rounds=2)
    matches = list(played(league))
    with serving(tmp_path) as address:
        page = browser.new_context(locale="en", reduced_motion="reduce").new_page()
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.clock.install()
        page.goto(f"{address}/discs/?wall")
        page.get_by_text("This server does not have a league named discs").wait_for()
        with closing(PlayedStore.create(tmp_path / "discs" / "league.db", league)) as store:
            page.clock.run_for(3_000)
            page.get_by_text("no block is complete yet").wait_for()
            page.clock.run_for(20_000)
            for begin, end in ((0, len(matches) // 2), (len(matches) // 2, len(matches))):
                store.add(matches[begin:end])
                page.locator(f"[data-newest='{end - 1}']").wait_for(state="attached")
                page.clock.run_for(13_000)
                page.wait_for_url(f"**/discs/matches/{end - 1}.html?wall=*")
                page.locator(".viewer").wait_for()
                while not page.locator(".end h2").is_visible():
                    page.clock.run_for(1_000)
                page.clock.run_for(10_000)
                page.wait_for_url(f"**/discs/index.html?wall=&shown={end - 1}")
        page.get_by_text("finished").wait_for()
        assert page.locator("tbody tr").count() == 2
        page.context.close()


def test_a_wall_goes_on_where_a_match_cannot_be_loaded(browser: "Browser", address: str) -> None:
    page = browser.new_context(locale="en").new_page()
    page.clock.install()
    page.route("**/*.json.gz", lambda route: route.abort())
    page.goto(f"{address}/cup/matches/5.html?wall")
    page.get_by_role("alert").wait_for()
    page.clock.run_for(10_000)
    page.wait_for_url("**/cup/index.html?wall=&shown=5")
    page.context.close()


def test_a_wall_is_empty_until_its_board_comes(browser: "Browser", address: str) -> None:
    page = browser.new_context(locale="en").new_page()
    page.route("**/together/*.js", lambda route: route.abort())
    page.goto(f"{address}/cup/matches/5.html?wall")
    assert page.locator("body > :visible:not(.skip)").all_inner_texts() == [""]
    page.context.close()
