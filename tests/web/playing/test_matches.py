"""Whole matches of Verräter, played in Chromium."""

import random
from typing import TYPE_CHECKING

import pytest

from tests.web.playing.sitting import Sitter, opened, opened_by_two, violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("edition", "seats", "language"),
    [
        ("official", 4, "en"),
        ("classic", 3, "de"),
        ("bsw", 4, "fr"),
        ("faidutti", 3, "nl"),
    ],
)
def test_a_match_is_played_by_clicks_alone_and_axe_finds_nothing_wanting_in_any_phase(
    browser: "Browser", tables: str, edition: str, seats: int, language: str
) -> None:
    person, link = opened(tables, seats=seats, edition=edition)
    ann, rng, shown, made = Sitter(browser, link, locale=language), random.Random(edition), set(), 0
    while (now := ann.now()) != "over":
        if (ann.phase(), now) not in shown:
            shown.add((ann.phase(), now))
            assert violations(ann.page) == [], (ann.phase(), now)
        if now == "stays":
            ann.page.locator("[data-go-on].leads").click()
        else:
            ann.choose_by_clicks(ann.pick(rng))
            made += 1
    assert violations(ann.page) == []
    document = person.get("match.json")
    own = [frame["taken"] for frame in document["frames"][1:] if frame["taken"]["seat"] == 0]
    assert len(own) == made
    assert {"build", "pick", "play"} <= ann.chosen.keys()
    assert ("resolution", "stays") in shown
    assert ann.page.locator(".account .total").count() == seats
    assert ann.page.locator(".viewer").evaluate("viewer => !/undefined|[{}]/.test(viewer.innerText)")
    ann.close()


def test_a_match_is_played_by_keyboard_alone(browser: "Browser", tables: str) -> None:
    person, link = opened(tables, seats=3)
    ann, rng = Sitter(browser, link), random.Random(2)
    while (now := ann.now()) != "over":
        if now == "stays":
            ann.tab_to(".go-on")
            ann.page.keyboard.press("Enter")
        else:
            ann.choose_by_keys(rng)
    assert person.get("match.json")["spec"]["ranks"]
    ann.close()


def test_two_people_play_at_one_table(browser: "Browser", tables: str) -> None:
    links = opened_by_two(tables)
    ann, ben = (Sitter(browser, link) for link in links)
    rng = random.Random(1)
    over = 0
    while over < 2:
        over = 0
        for one in (ann, ben):
            match one.page.evaluate(
                "document.querySelector('arena-table').staying ? 'stays' : "
                "document.querySelector('arena-table').chooser.asks ? 'asks' : "
                "document.querySelector('arena-table').replay.spec.ranks.length ? 'over' : ''"
            ):
                case "stays":
                    one.page.locator(".go-on").click()
                case "asks" if one.now() == "asks":
                    one.choose_by_clicks(one.pick(rng))
                case "over":
                    over += 1
                case _:
                    one.page.wait_for_timeout(20)
    assert (
        ann.page.locator(".account .total").first.inner_text() == ben.page.locator(".account .total").first.inner_text()
    )
    ann.close()
    ben.close()
