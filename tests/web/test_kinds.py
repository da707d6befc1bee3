"""Tests of every kind of page in Chromium: it fits each window, its board is large, and the accessibility checker axe
finds no violations.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import pytest

from leaderboards.pages.texts import languages
from tests.suite.sizes import latin, sized
from tests.web.axe import violations
from tests.web.kinds import KINDS, LAPTOP, PHONE, PROJECTOR, SHARE, WIDER, serving_all

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

WINDOWS: "Final[tuple[ViewportSize, ...]]" = (
    PHONE,
    LAPTOP,
    PROJECTOR,
    {"width": 320, "height": 640},
    {"width": 683, "height": 384},
    {"width": 195, "height": 422},
)
"""The window sizes. The last two are those of a laptop and of a phone at a zoom of 200 %."""
TWO: Final = (WINDOWS[3], PROJECTOR)
"""A narrow and a wide window. Pages without a board are tested only in these two windows, except in `make test-all`."""
MEASURED: Final = (LAPTOP, PROJECTOR)
"""The windows in which a board must fill a minimum share of the area."""
LEAST: Final = 0.45
LEAST_ON_A_WALL: Final = 0.6
HEIGHT: Final = "document.documentElement.scrollHeight - innerHeight"
CUT: Final = """[...document.querySelectorAll(".end p")]
    .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
"""A JavaScript expression for the sentences about the end of a match that are cut off."""
PARTS: Final = (".bar", ".side")
"""On a page with a board, `make test` measures contrasts only in these parts; other test files measure the board's.
`make test-all` measures the whole page.
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The address of a page of each kind, by the kind's name."""
    with serving_all(tmp_path_factory.mktemp("kinds")) as made:
        yield made


@pytest.fixture
def page(browser: "Browser") -> Iterator["Page"]:
    """A page in a new browser context, without cookies. An error in a script fails the test."""
    page = browser.new_context(viewport=PHONE).new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    yield page
    page.context.close()


def go(page: "Page", address: str, language: str, name: str) -> str:
    """Opens a page in a language; returns the server's root address.

    `name`: the name of the page's kind. If pages of this kind have a board, waits until the viewer is shown.
    """
    parts = urlsplit(address)
    server = f"{parts.scheme}://{parts.netloc}"
    page.goto(address if parts.scheme == "file" else address.replace(server, f"{server}/{language}", 1))
    page.wait_for_url(lambda url: "/link/" not in url)
    if KINDS[name].board:
        page.locator(".viewer").wait_for()
        page.evaluate("document.fonts.ready")
    return f"{server}/"


@pytest.mark.parametrize(("place", "language"), latin(range(len(KINDS)), languages()))
def test_a_page_fits_each_window_and_is_without_violations(
    page: "Page", made: dict[str, str], place: int, language: str
) -> None:
    """A page fits into each window size, and the accessibility checker axe finds no violations in one of the sizes.

    `make test-all` tests each page in all languages, and axe checks both colour schemes. Other runs use one language
    and one colour scheme for a page; both vary among the pages.
    """
    name, turn = [*KINDS][place], place // len(languages())
    kind = KINDS[name]
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    server = go(page, made[name], language, name)
    if name == "replay-verraeter":
        page.locator(".as-text summary").click()
    windows = sized(WINDOWS if kind.board else TWO, WINDOWS)
    for number, size in enumerate(windows):
        page.set_viewport_size(size)
        assert page.evaluate(WIDER) <= 0, size
        assert page.evaluate(CUT) == [], size
        if kind.wall and size in MEASURED:
            assert page.evaluate(HEIGHT) <= 0, size
        if kind.board and size in MEASURED:
            assert page.evaluate(SHARE) >= (LEAST_ON_A_WALL if kind.wall else LEAST), size
        if number == turn % len(windows) and sized(not kind.again, all_of_it=True):
            assert violations(page, turn, *(PARTS if kind.board else ())) == [], size
    assert [url for url in asked if not url.startswith((server, "data:"))] == []
    assert asked
