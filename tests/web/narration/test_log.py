"""Tests of a match's log for readers without scripts: the log has the same sentences as the viewer, and reveals only
what the chosen view allows.
"""

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest

from leaderboards.pages.texts import languages
from leaderboards.pages.translated_messages import said
from tests.leaderboards.pages.test_translated_messages import OTHERS
from tests.suite.sizes import latin
from tests.web.serving import PATIENCE_S, get

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LINE = re.compile(
    r'<li (?:id="action-\d+" class="action">.*?<span class="what">|class="event">)(.*?)(?:</span>)?</li>', re.DOTALL
)
SAID = """() => [...document.querySelectorAll('arena-replay .log .line')].slice(1).flatMap(
    (line) => [...line.querySelectorAll('.deed, .event')].map((one) => one.textContent).filter(Boolean))"""


def told(page: str) -> list[str]:
    """Returns the sentences of the log in a page."""
    return [unescape(re.sub(r" *<span.*", "", line, flags=re.DOTALL)).strip() for line in LINE.findall(page)]


@pytest.mark.parametrize(("language", "game"), latin(languages(), ["verraeter", "hetverraad"]))
def test_it_says_in_each_language_what_the_viewer_says(
    browser: "Browser", address: str, city: str, game: str, language: str
) -> None:
    where = (
        f"{address}/{language}/cup/matches/5.html" if game == "verraeter" else f"{city}/{language}/city/matches/0.html"
    )
    page = browser.new_page()
    page.set_default_timeout(1000 * PATIENCE_S)
    page.goto(f"{where}?step=9999")
    page.wait_for_selector("arena-replay .log .line[aria-current], arena-replay .log .now")
    said = page.evaluate(SAID)
    page.close()
    assert len(said) > 60
    assert told(get(where).text) == said


def test_it_is_that_of_the_eyes_the_address_names(address: str) -> None:
    whole, table, seat = (get(f"{address}/cup/matches/5.html{eyes}").text for eyes in ("", "?eyes=table", "?eyes=1"))
    assert "keeps a role that is hidden" not in whole
    assert table.count("keeps a role that is hidden") > seat.count("keeps a role that is hidden") > 0


def test_eyes_there_are_none_of_are_a_sentence(address: str) -> None:
    answer = get(f"{address}/cup/matches/5.html?eyes=<b>")
    assert answer.status == 404
    assert "is not a viewpoint of this match" in answer.text
    assert "<b>" not in answer.text


def test_the_viewer_says_of_a_fault_what_the_page_says(browser: "Browser", address: str) -> None:
    sentences = [*OTHERS, "whatever a stranger says"]
    page = browser.new_page()
    page.goto(f"{address}/rules/verraeter.html")
    for language in languages():
        found = page.evaluate(
            """async ([sentences, language]) => {
                const { said } = await import("/assets/match/browser/translated_messages.js");
                const { loadTexts } = await import("/assets/games/browser/texts.js");
                const texts = await loadTexts(language, new URL("/assets/match/browser/replay.js", location.href).href);
                return sentences.map((one) => [said(one, texts).text, said(one, texts).language]);
            }""",
            [sentences, language],
        )
        assert [tuple(one) for one in found] == [tuple(said(one, language)) for one in sentences], language
    page.close()
