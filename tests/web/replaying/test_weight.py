"""Tests how many requests and bytes a browser needs until a replay is visible."""

from typing import TYPE_CHECKING

import pytest

from leaderboards.pages.files.joined_files import together, together_names
from tests.web.test_compression import GZIP, raw

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MOST_REQUESTS = 12
MOST_BYTES = 150_000


@pytest.mark.parametrize("name", together_names())
def test_each_file_for_a_page_has_all_it_needs(name: str) -> None:
    text = together(name).decode()
    assert ("customElements.define" in text) == name.endswith(".js")
    assert "\nexport " not in text


@pytest.mark.slow
@pytest.mark.parametrize(("server", "page"), [("address", "cup/matches/0.html"), ("city", "city/matches/0.html")])
def test_a_board_is_in_view_after_few_requests_and_bytes(
    browser: "Browser", request: pytest.FixtureRequest, server: str, page: str
) -> None:
    context = browser.new_context(locale="en")
    shown = context.new_page()
    asked: list[str] = []
    shown.on("request", lambda one: asked.append(one.url))
    shown.goto(f"{request.getfixturevalue(server)}/{page}")
    shown.locator(".viewer .seats").first.wait_for()
    context.close()
    assert len(asked) <= MOST_REQUESTS, asked
    assert sum(len(raw(address, GZIP)[1]) for address in asked) <= MOST_BYTES
