"""Tests of training matches in Chromium: a person asks bots for advice, and goes back to an earlier decision."""

import random
from typing import TYPE_CHECKING, Final

import pytest

from leaderboards.pages.texts import languages
from tests.suite.sizes import sized
from tests.web.axe import violations
from tests.web.playing.sitting import Sitter, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LOOK: Final = """step => {
    const table = document.querySelector("arena-table");
    table.look(table.moments.findIndex((moment) => !moment.stage && moment.frame.number === step));
}"""
TAKEN: Final = "step => document.querySelector('arena-table').replay.frames.length > step + 1"


def test_bots_are_asked_and_marked_among_the_buttons(browser: "Browser", tables: str) -> None:
    _, link = opened(tables, training=True)
    ann = Sitter(browser, link)
    assert ann.now() == "asks"
    ann.page.get_by_role("button", name="Ask").click()
    ann.page.locator(".answers-of-bots .answered").wait_for()
    assert ann.page.locator(".answers-of-bots li").inner_text().startswith("montecarlo would choose: ")
    marked = ann.page.locator(".form li", has=ann.page.locator(".badge.bot"))
    assert marked.locator(".badge.bot").inner_text() == "montecarlo"
    marked.get_by_role("button").click()
    ann.page.locator(".chooser .confirm").click()
    ann.page.locator(".form .badge.bot").wait_for(state="detached")
    ann.now()
    assert ann.page.locator(".answers-of-bots li").count() == 0
    ann.close()


def test_a_match_goes_on_from_an_earlier_decision(browser: "Browser", tables: str) -> None:
    person, link = opened(tables, training=True)
    ann = Sitter(browser, link)
    rng, steps = random.Random(4), list[int]()
    while len(steps) < 4:
        if ann.now() == "stays":
            ann.page.locator(".go-on").click()
        else:
            steps.append(ann.at())
            ann.choose_by_clicks(ann.pick(rng))
            ann.page.wait_for_function(TAKEN, arg=steps[-1])
    button = ann.page.get_by_role("button", name="Go on from here")
    if ann.now() == "asks":
        assert button.get_attribute("aria-disabled") == "true"
    ann.page.evaluate(LOOK, steps[1])
    assert button.get_attribute("aria-disabled") == "false"
    before = ann.page.url
    button.click()
    ann.page.wait_for_url(lambda address: address != before)
    assert ann.now() == "asks"
    assert ann.at() == steps[1]
    assert person.table not in ann.page.url
    ann.close()


@pytest.mark.parametrize("language", sized(("de",), languages()))  # `make test`: test_kinds.py, test_positions.py
def test_axe_finds_nothing_wanting_on_a_phone(browser: "Browser", tables: str, language: str) -> None:
    _, link = opened(tables, game="hetverraad", seats=2, training=True)
    ann = Sitter(browser, link, locale=language, viewport={"width": 390, "height": 844})
    assert ann.now() == "asks"
    ann.page.locator(".asking-bots summary").click()
    ann.page.locator(".asking-bots .ask").click()
    ann.page.locator(".answers-of-bots .answered").wait_for()
    assert violations(ann.page, 1, ".asking-bots", ".answers-of-bots") == []
    assert ann.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    ann.close()
