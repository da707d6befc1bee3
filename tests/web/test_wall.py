"""A wall that follows a league: from its table to its newest match and back, untouched."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from leaderboards.store import PlayedStore
from tests.leaderboards.results import played
from tests.league.leagues import league_of
from tests.web.axe import violations
from tests.web.kinds import SHARE
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
    page.clock.run_for(3000)  # the server was away, and is asked again
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
    page.clock.run_for(20_000)  # all that there is was shown
    assert page.url.endswith(f"shown={newest}")
    page.context.close()


def test_a_wall_waits_for_the_first_match_of_a_league(browser: "Browser", tmp_path: Path) -> None:
    league = league_of("ann", "ben", "cid", rounds=1)
    with closing(PlayedStore.create(tmp_path / "cup" / "league.db", league)) as store, serving(tmp_path) as address:
        page = browser.new_context(locale="en").new_page()
        page.clock.install()
        page.goto(f"{address}/cup/?wall")
        page.clock.run_for(20_000)
        store.add(list(played(league))[:3])
        page.locator("[data-newest='2']").wait_for(state="attached")
        page.clock.run_for(3_000)
        page.wait_for_url("**/cup/matches/2.html?wall=*")
        page.context.close()
