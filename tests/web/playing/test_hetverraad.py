"""Matches of Het Verraad, played in Chromium: all numbers of seats, both editions, all languages."""

import random
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.axe import violations
from tests.web.playing.sitting import OPTIONS, Sitter, kept, opened, opened_by_two, play_together

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]


@pytest.mark.parametrize(
    ("edition", "seats", "language"),
    [("swift", 2, "en"), ("strategic", 3, "de"), ("swift", 4, "fr"), ("strategic", 5, "nl")],
)
def test_it_is_played_by_clicks_and_axe_finds_nothing_wanting_at_the_end(
    browser: "Browser", tables: str, journals: "Path", edition: str, seats: int, language: str
) -> None:
    person, link = opened(tables, game="hetverraad", seats=seats, edition=edition)
    ann, rng, shown = Sitter(browser, link, locale=language), random.Random(edition), set()
    while (now := ann.now()) != "over":
        assert now == "asks"
        shown.add(ann.phase())
        ann.choose_by_clicks(something(ann, rng))
    assert ann.now() == "over"
    assert violations(ann.page) == []
    assert {"start areas", "start towers", "income", "action"} <= shown
    assert ann.page.locator(".viewer").evaluate("viewer => !/undefined|[{}]/.test(viewer.innerText)")
    assert [frame["actor"] for frame in kept(journals, person)["frames"]].count(0) == ann.chosen.total()
    ann.close()


def test_a_match_is_played_by_keyboard_alone(browser: "Browser", tables: str, journals: "Path") -> None:
    person, link = opened(tables, game="hetverraad", seats=2, edition="swift")
    ann, rng = Sitter(browser, link), random.Random(4)
    while ann.now() != "over":
        ann.choose_by_keys(rng)
    assert kept(journals, person)["spec"]["ranks"]
    ann.close()


def test_two_people_play_at_one_table(browser: "Browser", tables: str, journals: "Path") -> None:
    person, links = opened_by_two(tables, "hetverraad", edition="swift")
    sitters, rng = [Sitter(browser, link) for link in links], random.Random(2)
    play_together(sitters, lambda sitter: something(sitter, rng))
    scores = kept(journals, person)["spec"]["scores"]
    for sitter in sitters:
        assert sitter.page.evaluate("document.querySelector('arena-table').replay.spec.scores") == scores
        sitter.close()


def something(sitter: Sitter, rng: random.Random) -> dict[str, Any]:
    """One of the legal actions: of a kind never chosen, if there is one; else turns are kept short."""
    options: list[dict[str, Any]] = sitter.page.evaluate(OPTIONS)
    new = [one for one in options if not sitter.chosen[one["kind"]]]
    ending = [one for one in options if one["kind"] == "end-actions"]
    return rng.choice(new or ending or options)
