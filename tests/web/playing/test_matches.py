"""Whole matches of Verräter, played in Chromium."""

import random
from typing import TYPE_CHECKING

import pytest

from tests.web.axe import violations
from tests.web.playing.sitting import Sitter, kept, opened, opened_by_two, play_together

if TYPE_CHECKING:
    from pathlib import Path

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
def test_a_match_is_played_by_clicks_alone_and_axe_finds_nothing_wanting_where_it_stays(
    browser: "Browser", tables: str, journals: "Path", edition: str, seats: int, language: str
) -> None:
    person, link = opened(tables, seats=seats, edition=edition)
    ann, rng, shown, made = Sitter(browser, link, locale=language), random.Random(edition), set(), 0
    while (now := ann.now()) != "over":
        if now == "stays":
            if ann.phase() not in shown:
                shown.add(ann.phase())
                assert violations(ann.page) == [], ann.phase()
            ann.page.locator("[data-go-on].leads").click()
        else:
            ann.choose_by_clicks(ann.pick(rng))
            made += 1
    assert violations(ann.page) == []
    assert [frame["actor"] for frame in kept(journals, person)["frames"]].count(0) == made
    assert {"build", "pick", "play"} <= ann.chosen.keys()
    assert "resolution" in shown
    assert ann.page.locator(".account .total").count() == seats
    assert ann.page.locator(".viewer").evaluate("viewer => !/undefined|[{}]/.test(viewer.innerText)")
    ann.close()


def test_a_match_is_played_by_keyboard_alone(browser: "Browser", tables: str, journals: "Path") -> None:
    person, link = opened(tables, seats=3)
    ann, rng = Sitter(browser, link), random.Random(2)
    while (now := ann.now()) != "over":
        if now == "stays":
            ann.tab_to(".go-on")
            ann.page.keyboard.press("Enter")
        else:
            ann.choose_by_keys(rng)
    assert kept(journals, person)["spec"]["ranks"]
    ann.close()


def test_two_people_play_at_one_table(browser: "Browser", tables: str, journals: "Path") -> None:
    person, links = opened_by_two(tables)
    sitters, rng = [Sitter(browser, link) for link in links], random.Random(1)
    play_together(sitters, lambda sitter: sitter.pick(rng))
    scores = kept(journals, person)["spec"]["scores"]
    for sitter in sitters:
        told = "\n".join(sitter.page.locator(".account .total").all_inner_texts())
        assert all(f": {score} points" in told for score in scores)
        sitter.close()
