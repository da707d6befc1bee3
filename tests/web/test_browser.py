"""Tests of the pages in Chromium; skipped if it is not installed."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from leaderboards.pages.shown import followed
from leaderboards.pages.texts import languages, plural, texts
from leaderboards.reports.formats import cells
from leaderboards.reports.standings import stored_standings
from leaderboards.store import PlayedStore
from leaderboards.store.values.extent import Extent
from tests.leaderboards.results import played
from tests.league.leagues import league_of
from tests.web.kinds import PHONE, WIDER
from tests.web.leagues import as_printed
from tests.web.serving import free_port, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

HOSTILE_PATHS = ("/cup/", "/cup/faults.html", "/cup/matches/0.html", "/cup/fairness.html")


def _open(browser: "Browser", address: str, **options: Any) -> "Page":
    """Opens a page in a new browser context. An error in a script fails the test."""
    page = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options}).new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(address)
    return page


@pytest.fixture(scope="module")
def window(browser: "Browser") -> Iterator["Page"]:
    """A page in a window of a phone's size, with which a test can open one address after the other. An error in a
    script fails the test.
    """
    page = _open(browser, "about:blank", viewport=PHONE)
    yield page
    page.context.close()


@pytest.mark.parametrize("language", languages())
def test_each_language_is_shown_to_who_wants_it(browser: "Browser", address: str, language: str) -> None:
    page = _open(browser, f"{address}/cup/", viewport=PHONE, locale=language)
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator("h2").first.inner_text() == texts(language).t("table.title")
    for count in (0, 1, 2, 5, 21, 1_000_000):
        rule = page.evaluate("([tag, n]) => new Intl.PluralRules(tag).select(n)", [language, count])
        assert plural(language, count) == rule
    page.context.close()


MIDDLE = "one => { const { top, bottom } = one.getBoundingClientRect(); return (top + bottom) / 2; }"


def test_an_interval_stands_beside_the_name_however_high_its_row_is(browser: "Browser", address: str) -> None:
    page = _open(browser, f"{address}/cup/")
    row = page.locator(".standings tbody tr").first
    row.locator("td.apart").evaluate("cell => { cell.textContent = '3 disconnect, '.repeat(9); }")
    name, picture = (row.locator(part).first.evaluate(MIDDLE) for part in ("th a", "svg"))
    assert row.bounding_box()["height"] > 60  # type: ignore[index]
    assert abs(name - picture) < 4
    page.context.close()


def requests_of(page: "Page") -> list[str]:
    """Returns a list to which the address of each further request of the page is added."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


def test_nothing_is_loaded_from_elsewhere_and_nothing_is_refused(browser: "Browser", address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    asked, said = requests_of(page), []
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"{address}/cup/")
    page.wait_for_load_state("networkidle")
    assert len(asked) >= 4
    assert all(url.startswith(f"{address}/") for url in asked)
    assert said == []
    context.close()


@pytest.mark.parametrize("path", HOSTILE_PATHS)
def test_names_and_outputs_do_nothing(window: "Page", hostile: str, path: str) -> None:
    asked = requests_of(window)
    window.goto(hostile + path)
    window.wait_for_load_state()
    assert "owned" not in window.title()
    assert window.locator("main script, main img").count() == 0
    assert window.evaluate(WIDER) <= 0
    assert [url for url in asked if not url.startswith((f"{hostile}/", "data:"))] == []


def test_a_page_reads_without_scripts(browser: "Browser", address: str) -> None:
    page = _open(browser, f"{address}/cup/", java_script_enabled=False)
    assert page.get_by_role("heading", name="cup").is_visible()
    assert page.get_by_role("row").count() == 1 + 4  # the row of headings, and four bots
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


def test_a_league_is_watched_to_its_end_though_the_server_was_lost_twice(
    browser: "Browser", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(followed, "STRENGTHS_REST", 0)
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
                page.get_by_text("following the league").wait_for()
                store.add(results[store.count() : 3 * blocks])
                page.get_by_text(f"after block {blocks} of 8").wait_for()
                page.get_by_text(f"Plackett-Luce after {blocks} blocks").wait_for()
            if blocks < 8:
                page.get_by_text("not connected; trying again").wait_for()
        shown = page.locator("table.standings tbody tr").all()
        for line, row in zip(stored_standings(store).lines, shown, strict=True):
            assert as_printed(row.locator("th, td").all_inner_texts()) == cells(line)
        context.close()


def test_pages_follow_a_league_until_it_is_finished(browser: "Browser", tmp_path: Path) -> None:
    league = league_of("ann", "ben", "cid", rounds=2)
    results = list(played(league))
    with serving(tmp_path) as address:
        with closing(PlayedStore.create(tmp_path / "cup" / "league.db", league)) as store:
            store.keep_extent(Extent(len(results)))
            store.add(results[:3])
            table, faults = (_open(browser, f"{address}/cup/{page}") for page in ("index.html", "faults.html"))
            for page in (table, faults):
                page.get_by_text("following the league").wait_for()
            store.add(results[3:])
        table.get_by_text("following the league").wait_for(state="detached")
        faults.get_by_text("This league is finished.").wait_for()
        for page in (table, faults):
            page.context.close()


def test_a_page_that_could_not_be_loaded_anew_is_loaded_when_it_can(browser: "Browser", tmp_path: Path) -> None:
    league = league_of("ann", "ben", "cid", "dot", rounds=2)
    results = list(played(league))
    with closing(PlayedStore.create(tmp_path / "cup" / "league.db", league)) as store, serving(tmp_path) as address:
        store.add(results[:3])
        page = _open(browser, f"{address}/cup/blocks.html")
        page.get_by_text("following the league").wait_for()
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
