"""The pages in Chromium; skipped where it is not installed."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from leaderboards.pages.texts import languages, plural, texts
from leaderboards.reports.formats import cells
from leaderboards.reports.standings import stored_standings
from leaderboards.store import PlayedStore
from leaderboards.store.values.extent import Extent
from tests.leaderboards.results import played
from tests.league.leagues import league_of
from tests.web.axe import violations
from tests.web.serving import free_port, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

PATHS = (
    "/",
    "/cup/",
    "/cup/bots/dot.html",
    "/cup/pairs.html",
    "/cup/pairs/ann/dot.html",
    "/cup/fairness.html",
    "/cup/faults.html",
    "/cup/blocks.html",
    "/cup/blocks/3.html",
    "/cup/matches/5.html",
    "/cup/verify.html",
    "/rules/verraeter.html",
    "/nothing",
)
CITY_PATHS = ("/city/", "/city/blocks/0.html", "/city/matches/0.html", "/rules/hetverraad.html")
"""Those that are not the same for all games."""
HOSTILE_PATHS = ("/cup/", "/cup/faults.html", "/cup/matches/0.html", "/cup/fairness.html")
SIZES = {"phone": (390, 844), "projector": (1920, 1080)}


def _open(browser: "Browser", address: str, width: int = 1280, height: int = 800, **options: Any) -> "Page":
    """The page; a complaint of the browser's fails the test."""
    page = browser.new_context(viewport={"width": width, "height": height}, **options).new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(address)
    return page


@pytest.mark.parametrize("path", PATHS)
def test_axe_finds_no_violation_in_light_nor_dark(browser: "Browser", address: str, path: str) -> None:
    page = _open(browser, address + path)
    assert violations(page) == []
    page.context.close()


@pytest.mark.parametrize("language", languages())
def test_each_language_is_shown_to_who_wants_it_without_violations(
    browser: "Browser", address: str, language: str
) -> None:
    page = _open(browser, f"{address}/cup/", *SIZES["phone"], locale=language)
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator("h2").first.inner_text() == texts(language).t("table.title")
    assert violations(page) == []
    for path in PATHS:
        page.goto(address + path)
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), path
    for count in (0, 1, 2, 5, 21, 1_000_000):
        rule = page.evaluate("([tag, n]) => new Intl.PluralRules(tag).select(n)", [language, count])
        assert plural(language, count) == rule
    page.context.close()


@pytest.mark.parametrize("path", PATHS)
def test_no_page_is_wider_than_its_window(browser: "Browser", address: str, path: str) -> None:
    page = _open(browser, address + path)
    for size in SIZES.values():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), size
    page.context.close()


MIDDLE = "one => { const { top, bottom } = one.getBoundingClientRect(); return (top + bottom) / 2; }"


def test_an_interval_stands_beside_the_name_however_high_its_row_is(browser: "Browser", address: str) -> None:
    page = _open(browser, f"{address}/cup/")
    row = page.locator(".standings tbody tr").first
    row.locator("td").last.evaluate("cell => { cell.textContent = '3 disconnect, '.repeat(9); }")
    name, picture = (row.locator(part).first.evaluate(MIDDLE) for part in ("th a", "svg"))
    assert row.bounding_box()["height"] > 60  # type: ignore[index]
    assert abs(name - picture) < 4
    page.context.close()


def requests_of(page: "Page") -> list[str]:
    """What the page asks for, as it does."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


def test_nothing_is_loaded_from_elsewhere_and_nothing_is_refused(browser: "Browser", address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    asked, said = requests_of(page), []
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"{address}/cup/")
    page.get_by_text("follows the league").wait_for()
    assert len(asked) >= 4
    assert all(url.startswith(f"{address}/") for url in asked)
    assert said == []
    context.close()


def test_no_request_leaves_the_origin_from_any_page(browser: "Browser", address: str, city: str, hostile: str) -> None:
    for server, paths in ((address, PATHS), (city, CITY_PATHS), (hostile, HOSTILE_PATHS)):
        page = browser.new_context().new_page()
        asked = requests_of(page)
        for path in paths:
            page.goto(server + path)
            page.wait_for_load_state()
        page.context.close()
        assert len(asked) > len(paths)
        assert [url for url in asked if not url.startswith((f"{server}/", "data:"))] == []


@pytest.mark.parametrize("path", HOSTILE_PATHS)
def test_names_and_outputs_do_nothing(browser: "Browser", hostile: str, path: str) -> None:
    page = _open(browser, hostile + path)
    assert "owned" not in page.title()
    assert page.locator("main script, main img").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.context.close()


def test_a_page_reads_without_scripts(browser: "Browser", address: str) -> None:
    page = _open(browser, f"{address}/cup/", java_script_enabled=False)
    assert page.get_by_role("heading", name="cup").is_visible()
    assert page.get_by_role("row").count() >= 8
    page.context.close()


def test_all_links_are_reached_by_keyboard(browser: "Browser", address: str) -> None:
    page = _open(browser, f"{address}/cup/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    reached = set()
    for _ in range(60):
        reached.add(page.evaluate("document.activeElement.getAttribute('href')"))
        page.keyboard.press("Tab")
    assert {"../cup/bots/ann.html", "../cup/fairness.html", "../index.html"} <= reached
    page.context.close()


def test_a_league_is_watched_to_its_end_though_the_server_was_lost_twice(browser: "Browser", tmp_path: Path) -> None:
    league = league_of("ann", "ben", "cid", "dot", rounds=2)
    results, port = list(played(league)), free_port()
    with closing(PlayedStore.create(tmp_path / "cup" / "league.db", league)) as store:
        store.keep_extent(Extent(len(results)))
        store.add(results[:3])
        context = browser.new_context()
        page = context.new_page()
        for turn, blocks in enumerate((3, 5, 8)):
            with serving(tmp_path, port=port) as address:
                if turn == 0:
                    page.goto(f"{address}/cup/")
                    assert page.get_by_text("after block 1 of 8").is_visible()
                page.get_by_text("follows the league").wait_for()
                store.add(results[store.count() : 3 * blocks])
                page.get_by_text(f"after block {blocks} of 8").wait_for()
            if blocks < 8:
                page.get_by_text("not connected; trying again").wait_for()
        shown = page.locator("table.standings tbody tr").all()
        for line, row in zip(stored_standings(store).lines, shown, strict=True):
            texts = [text.strip() for text in row.locator("th, td").all_inner_texts()]
            assert tuple(texts[:5] + texts[6:]) == cells(line)
        context.close()


def test_a_page_that_could_not_be_loaded_anew_is_loaded_when_it_can(browser: "Browser", tmp_path: Path) -> None:
    league = league_of("ann", "ben", "cid", "dot", rounds=2)
    results = list(played(league))
    with closing(PlayedStore.create(tmp_path / "cup" / "league.db", league)) as store, serving(tmp_path) as address:
        store.add(results[:3])
        page = _open(browser, f"{address}/cup/blocks.html")
        page.get_by_text("follows the league").wait_for()
        rows = page.locator("main tbody tr")
        assert rows.count() == 1
        refused: list[str] = []

        def refuse(route: "Route") -> None:
            if refused:
                route.continue_()
            else:
                refused.append(route.request.url)
                route.fulfill(status=503, body="away")

        page.route("**/cup/blocks.html", refuse)
        store.add(results[3:6])
        page.get_by_text("not connected; trying again").wait_for()
        rows.nth(1).wait_for()
        assert refused
        page.context.close()
