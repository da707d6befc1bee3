"""Tests in Chromium which parts of a replay are visible at the same time; skipped if Chromium is not installed."""

from typing import TYPE_CHECKING

import pytest

from tests.web.kinds import LAPTOP, PROJECTOR
from tests.web.replaying.test_replay import opening

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize

BESIDE = """() => {
    const box = (one) => document.querySelector(one).getBoundingClientRect();
    return [box(".city").right, box(".board-area > .end").left, box(".board-area > .end").right];
}"""


def test_on_a_laptop_eyes_pace_and_step_are_in_view_whatever_stands_above_them(browser: "Browser", city: str) -> None:
    page = opening(browser, f"{city}/city/matches/0.html?step=40", viewport=LAPTOP)
    page.locator(".side .log").evaluate("(log) => { log.style.minHeight = '100vh'; }")
    box = page.locator(".settings").bounding_box()
    assert box
    assert box["y"] + box["height"] <= LAPTOP["height"]
    page.context.close()


@pytest.mark.parametrize("window", [LAPTOP, PROJECTOR])
def test_how_a_match_ended_is_told_beside_its_board(browser: "Browser", city: str, window: "ViewportSize") -> None:
    page = opening(browser, f"{city}/city/matches/0.html?step=9999", viewport=window)
    board, left, right = page.evaluate(BESIDE)
    assert board <= left + 1
    assert right <= window["width"]
    page.context.close()
