"""The pages in Chromium; skipped where it is not installed."""

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATHS = ("/", "/cup/", "/nothing")
SIZES = {"phone": (390, 844), "projector": (1920, 1080)}


def _open(browser: "Browser", address: str, width: int = 1280, height: int = 800, **options: Any) -> "Page":
    """The page; a complaint of the browser's fails the test."""
    page = browser.new_context(viewport={"width": width, "height": height}, **options).new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.on("requestfailed", lambda request: pytest.fail(f"{request.url} failed"))
    page.goto(address)
    return page


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation(browser: "Browser", address: str, path: str, scheme: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = _open(browser, address + path, color_scheme=scheme)
    found = axe.Axe().run(page)
    assert [
        (one["id"], one["help"], [node["html"] for node in one["nodes"]]) for one in found.response["violations"]
    ] == []
    page.context.close()


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("size", SIZES)
def test_no_page_is_wider_than_the_window(browser: "Browser", address: str, path: str, size: str) -> None:
    page = _open(browser, address + path, *SIZES[size])
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.context.close()


def test_nothing_is_loaded_from_elsewhere_and_nothing_is_refused(browser: "Browser", address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    asked, said = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"{address}/cup/")
    page.get_by_text("live", exact=True).wait_for()
    assert len(asked) >= 4
    assert all(url.startswith(f"{address}/") for url in asked)
    assert said == []
    context.close()


def test_a_page_reads_without_scripts(browser: "Browser", address: str) -> None:
    page = _open(browser, f"{address}/cup/", java_script_enabled=False)
    assert page.get_by_role("heading", name="cup").is_visible()
    assert page.get_by_role("row").count() >= 8
    page.context.close()
