"""The replay viewer in Chromium; skipped where it is not installed."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.serving import get

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MATCH = "/cup/matches/5.html"


@pytest.fixture
def page(browser: "Browser", address: str) -> Iterator["Page"]:
    """The page of a match, when its replay is there."""
    opened = opening(browser, address + MATCH)
    yield opened
    opened.context.close()


def opening(browser: "Browser", address: str, **options: Any) -> "Page":
    """A page with a replay; what its console says fails the test."""
    page = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options}).new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.on("console", lambda said: pytest.fail(said.text) if said.type == "error" else None)
    page.goto(address)
    page.locator(".viewer").wait_for()
    return page


def step(page: "Page") -> str:
    """The step the address tells."""
    return str(page.evaluate("new URL(location.href).searchParams.get('step')"))


def test_a_match_is_drawn_and_stepped_through_by_buttons(page: "Page") -> None:
    assert page.locator(".circle .place").count() == 12
    page.get_by_role("button", name="Forward").click()
    assert step(page) == "1"
    assert page.locator(".sentence").inner_text() == page.locator(".line.now .deed").inner_text()
    assert page.locator(".circle .building").count() == 1
    page.get_by_role("button", name="Last step").click()
    assert "The match is over." in page.locator(".sentence").inner_text()
    page.get_by_role("button", name="First step").click()
    assert step(page) == "0"


def test_keys_step_while_the_viewer_has_the_focus_and_never_else(page: "Page") -> None:
    page.locator("body").press("ArrowRight")
    assert step(page) == "0"
    page.locator(".viewer").focus()
    for key, expected in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("End", None), ("Home", "0")):
        page.keyboard.press(key)
        assert expected in (None, step(page))
    page.get_by_label("Step", exact=True).focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert step(page) == "0"
    page.locator(".viewer").focus()
    page.keyboard.press("PageDown")
    assert "Round 2" in page.locator(".sentence").inner_text()


def test_an_address_leads_to_a_step_and_eyes(browser: "Browser", address: str) -> None:
    page = opening(browser, f"{address}{MATCH}?step=6&eyes=2")
    assert step(page) == "6"
    assert page.get_by_label("Eyes").input_value() == "2"
    assert page.locator(".seat .hand .back, .seat .card.back").count() > 0
    page.get_by_label("Eyes").select_option("all")
    page.wait_for_url("**eyes=all")
    assert step(page) == "6"
    page.context.close()


def test_a_line_of_the_log_leads_to_its_step(page: "Page") -> None:
    page.locator(".line a").nth(9).click()
    assert page.locator(".line.now a").get_attribute("aria-current") == "step"
    assert step(page) == page.locator(".line.now .number").inner_text()


def test_the_choices_are_told_with_the_one_that_was_taken(page: "Page") -> None:
    page.locator(".viewer").focus()
    for _ in range(6):
        taken = page.locator(".choices .chosen code").inner_text()
        page.keyboard.press("ArrowRight")
        assert taken
    assert page.locator(".choices .chosen").count() == 1


def test_what_eyes_do_not_know_is_not_sent_to_the_browser(address: str) -> None:
    for eyes in ("all", "table", "0", "1"):
        assert get(f"{address}/cup/matches/5/{eyes}.json.gz").status == 200
    for eyes in ("4", "9", "x", "-1", "..%2f"):
        assert get(f"{address}/cup/matches/5/{eyes}.json.gz").status == 404


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_wanting(browser: "Browser", address: str, scheme: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = opening(browser, f"{address}{MATCH}?step=8", color_scheme=scheme)
    found = axe.Axe().run(page)
    assert [
        (one["id"], one["help"], [node["html"] for node in one["nodes"]]) for one in found.response["violations"]
    ] == []
    page.context.close()


@pytest.mark.parametrize("width", [390, 1920])
def test_it_is_never_wider_than_the_window(browser: "Browser", address: str, width: int) -> None:
    page = opening(browser, address + MATCH, viewport={"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.context.close()


def test_without_scripts_the_log_is_there_to_read(browser: "Browser", address: str) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(address + MATCH)
    assert page.locator("arena-replay .entries li").count() > 20
    page.context.close()
