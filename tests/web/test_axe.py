"""Tests of the accessibility check itself, in Chromium; skipped if it is not installed."""

from typing import TYPE_CHECKING

import pytest

from tests.web.axe import violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LIST = """<!doctype html><html lang="en"><title>Cards</title><main><h1>Cards</h1>
<ol style="height: 6rem; overflow: auto"><li>ace</li></ol></main></html>"""
FLY = """(length) => {
    const away = [{ transform: "translateY(20rem)" }, { transform: "translateY(20rem)" }];
    document.querySelector("li").animate(away, length);
    const list = document.querySelector("ol");
    return list.scrollHeight > list.clientHeight;
}"""


@pytest.mark.parametrize(("length_ms", "expected"), [(1000, []), (None, ["scrollable-region-focusable"])])
def test_moves_end_before_a_page_is_checked(browser: "Browser", length_ms: int | None, expected: list[str]) -> None:
    page = browser.new_context().new_page()
    page.set_content(LIST)
    assert page.evaluate(FLY, {"duration": length_ms or 1, "fill": "none" if length_ms else "forwards"})
    assert [rule for _, rule, *_ in violations(page, 0)] == expected
    page.context.close()
