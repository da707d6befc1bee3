"""Tests of a guided first match in Chromium: the page explains what happens until the person turns the guide off."""

import re
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from arena.tables.bots import Bots
from arena.tables.service import TableService
from tests.suite.sizes import sized
from tests.web.axe import violations
from tests.web.replaying.test_guide_texts import told
from tests.web.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATIENCE_MS: Final = 60_000
CHOICES: Final = sized(8, 14)
LUCK: Final = Random()
"""The random generator that deals at all tables. A test seeds it to get a deal that soon leads to many kinds of
choices.
"""
ASKED: Final = """() => {
    const table = document.querySelector("arena-table");
    if (table?.staying) table.goOn();
    return table?.chooser?.asks && !table.chooser.sending;
}"""
SAID: Final = """() => {
    const table = document.querySelector("arena-table");
    const { board, frame } = table.moments[table.at];
    const wanted = [`phase.${board.phase}`, ...frame.legal.map((choice) => `kind.${choice.parts.kind}`)];
    const { now, before } = table.guide;
    return { missing: wanted.filter((key) => ![...now, ...before].includes(key)), now };
}"""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with tables."""
    with serving(table_service=TableService(tmp_path_factory.mktemp("tables"), Bots(), draw=LUCK.randbytes)) as address:
        yield address


def learning(browser: "Browser", tables: str, title: str, **options: Any) -> "Page":
    """Opens a guided first match from the list of tables; returns its page when it asks for a choice."""
    page = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, "locale": "en", **options}).new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(f"{tables}/tables")
    page.locator("#called").fill("Ann")
    page.locator(f"form[data-then='?learn'] button:has-text('{title}')").click()
    page.wait_for_function(ASKED)
    return page


def choose(page: "Page") -> None:
    """Takes the first of the offered choices, and waits until the page asks again."""
    page.locator(".form button[data-action]").first.evaluate("button => button.click()")
    page.locator(".chooser .confirm").click()
    page.wait_for_function(ASKED)


@pytest.mark.parametrize(("key", "title"), [("verraeter", "Verräter"), ("hetverraad", "Het Verraad")])
def test_each_phase_and_choice_is_explained_where_it_happens(
    browser: "Browser", tables: str, key: str, title: str
) -> None:
    LUCK.seed(4)
    page, heard = learning(browser, tables, title), set[str]()
    guide = page.get_by_role("region", name="Learning the rules")
    # Others may act before the page is loaded, which folds the welcome away.
    assert told(key)["welcome"].partition("{")[0] in (guide.text_content() or "")
    for _ in range(CHOICES):
        said = page.evaluate(SAID)
        assert said["missing"] == []
        heard |= set(said["now"])
        assert not re.search(r"undefined|[{}]", guide.inner_text())
        choose(page)
    assert len([name for name in heard if name.startswith("phase.")]) > 3
    assert len([name for name in heard if name.startswith("kind.")]) > 3
    page.context.close()


def test_its_numbers_lead_to_the_rules_and_a_switch_stops_it_for_good(browser: "Browser", tables: str) -> None:
    page = learning(browser, tables, "Verräter")
    with page.context.expect_page() as opened:
        page.locator(".guide .rules a").first.click()
    rules = opened.value
    rules.wait_for_load_state()
    assert rules.locator(":target").inner_text().startswith(rules.url.partition("#")[2])
    rules.close()
    switch = page.get_by_role("switch", name="Explain what happens")
    assert switch.is_checked()
    switch.focus()
    page.keyboard.press("Space")
    assert not page.locator(".guide .narration").is_visible()
    page.reload()
    page.wait_for_function(ASKED)
    assert not page.get_by_role("switch", name="Explain what happens").is_checked()
    page.context.close()


@pytest.mark.parametrize("language", sized(("fr",), ("en", "de", "fr", "nl")))  # `make test`: test_guide_texts.py
def test_axe_finds_nothing_wanting(browser: "Browser", tables: str, language: str) -> None:
    page = learning(browser, tables, "Het Verraad", locale=language, reduced_motion="reduce")
    assert told("hetverraad", language)["phase.start areas"] in page.locator(".guide").inner_text()
    assert violations(page, 1, ".guide") == []
    page.context.close()
