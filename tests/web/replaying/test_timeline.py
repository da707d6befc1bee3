"""Tests the timeline of a replay in Chromium; skipped if Chromium is not installed."""

from itertools import pairwise
from typing import TYPE_CHECKING

from tests.web.replaying.test_replay import opening

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MARKS = """(kind) => [...document.querySelectorAll(kind)].map((mark) => {
    const words = document.createRange();
    words.selectNodeContents(mark);
    const { left, right } = words.getBoundingClientRect(), { top, bottom } = mark.getBoundingClientRect();
    return [left, right, top, bottom];
})"""


def test_nothing_lies_over_the_number_of_a_round(browser: "Browser", city: str) -> None:
    page = opening(browser, f"{city}/city/matches/0.html")
    drawn = [number for number in page.evaluate(MARKS, ".mark.round") if number[1] - number[0] > 1]
    assert len(drawn) > 10
    assert [pair for pair in pairwise(drawn) if pair[0][1] > pair[1][0]] == []
    others = page.evaluate(MARKS, ".mark:not(.round)")
    assert max(bottom for *_, bottom in others) <= min(top for _, _, top, _ in drawn)
    page.context.close()
