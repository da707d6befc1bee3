"""The timeline of a replay, in Chromium; skipped where it is not installed."""

from itertools import pairwise
from typing import TYPE_CHECKING

from tests.web.replaying.test_replay import opening

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NUMBERS = """() => [...document.querySelectorAll(".mark.round")].map((mark) => {
    const words = document.createRange();
    words.selectNodeContents(mark);
    const { left, right } = words.getBoundingClientRect();
    return [left, right];
})"""


def test_numbers_of_rounds_do_not_overlap(browser: "Browser", city: str) -> None:
    page = opening(browser, f"{city}/city/matches/0.html")
    drawn = [(left, right) for left, right in page.evaluate(NUMBERS) if right - left > 1]
    assert len(drawn) > 10
    assert [pair for pair in pairwise(drawn) if pair[0][1] > pair[1][0]] == []
    page.context.close()
