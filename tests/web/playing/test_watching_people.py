"""Tests the page of a person who only watches a table: it follows the match by itself, and shows the end."""

import random
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from tests.tables.people import Person, play
from tests.web.axe import violations
from tests.web.kinds import SHARE
from tests.web.playing.sitting import Sitter

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EARLIER = 10
"""The number of choices after which about half of a match is over."""
PANEL = ".end:not([hidden])"


def test_a_page_that_is_only_watched_follows_to_the_end_untouched(browser: "Browser", tables: str) -> None:
    ann, rng = Person(tables), random.Random(1)
    ann.open(game="verraeter", seats=["person", "greedy", "random"], seed=7)
    begun = play(ann, rng, EARLIER)
    eve = Sitter(browser, None, viewport={"width": 1920, "height": 1080})
    eve.page.clock.install()
    eve.sit(f"{tables}/tables/{ann.table}?wall")
    with ThreadPoolExecutor(1) as pool:
        seen = pool.submit(play, ann, rng, seen=begun)
        stays = 0
        while (now := eve.now()) != "over" or not eve.page.locator(PANEL).count():
            if now == "stays":
                stays += 1
                assert eve.page.locator(".field .sum.won, .verdict").count()
                eve.page.clock.run_for(4000)
            else:
                eve.page.wait_for_function(
                    "document.querySelector('arena-table').staying || document.querySelector('.end:not([hidden])')"
                )
        ranks = seen.result().spec["ranks"]
    assert stays > 1
    winner = ["Ann", "greedy", "random"][ranks.index(1)]
    assert winner in eve.page.locator(".end h2").inner_text()
    assert eve.page.locator(".end .total").count() == 3
    assert eve.page.evaluate(SHARE) >= 0.6
    for hidden in (".top", ".bar", ".side", ".end .answers"):
        assert eve.page.locator(hidden).is_hidden(), hidden
    assert violations(eve.page, 1, ".viewer") == []
    eve.close()


def test_at_the_end_a_panel_says_who_won_and_leads_on(browser: "Browser", tables: str) -> None:
    ann = Person(tables)
    link = ann.open(game="connect-four", seats=["person", "random"], seed=7)["seat"]
    sitter = Sitter(browser, link)
    rng = random.Random(1)
    while sitter.now() != "over":
        option = sitter.pick(rng)
        sitter.choose_by_clicks(option)
    panel = sitter.page.locator(PANEL)
    panel.wait_for()
    sitter.page.wait_for_function("document.activeElement?.matches('.end')")
    panel.get_by_role("button", name="Show the board").click()
    assert sitter.page.locator(PANEL).count() == 0
    sitter.page.get_by_role("button", name="Result").click()
    panel.get_by_role("button", name="Copy the link").click()
    sitter.page.locator(".end [role=status] > *, .end [role=status]:not(:empty)").first.wait_for()
    assert violations(sitter.page, 1, ".end") == []
    before = sitter.page.url
    panel.get_by_role("button", name="Play again").click()
    sitter.page.wait_for_url(lambda url: url != before)
    sitter.page.locator(".viewer").wait_for()
    assert sitter.now() == "asks"
    sitter.page.go_back()
    panel.wait_for()
    assert ann.post("remove").status == 200
    sitter.page.get_by_text("this table was removed").wait_for()
    assert panel.is_visible()
    sitter.close()
