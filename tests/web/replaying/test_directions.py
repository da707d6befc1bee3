"""Tests names written from right to left: they do not change the order of the text around them, and copying them copies
no control characters.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import pytest

from tests.leaderboards.results import played
from tests.league.leagues import league_of
from tests.web.leagues import write
from tests.web.serving import get, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("דב", "גד", "בן", "מרים")
ORDER = """() => [...document.querySelectorAll("arena-replay .log .event")].flatMap((line) => {
  const name = line.querySelector("bdi"), after = name?.nextSibling;
  const at = after?.textContent.search(/[0-9]/) ?? -1;
  if (!name || at < 0) return [];
  const range = document.createRange();
  range.setStart(after, at), range.setEnd(after, at + 1);
  return [[name.getBoundingClientRect().right <= range.getBoundingClientRect().left, line.textContent]];
})"""


@pytest.fixture(scope="module")
def hebrew(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serves a league whose bots have Hebrew names, and yields the server's address."""
    folder = tmp_path_factory.mktemp("hebrew")
    league = league_of(*NAMES, rounds=1)
    write(folder / "cup", league, list(played(league)))
    with serving(folder) as address:
        yield address


def test_sentences_of_a_page_hold_each_name_in_an_element(hebrew: str) -> None:
    text = get(f"{hebrew}/cup/matches/0.html").text
    assert "<bdi>" in text[text.index('<li class="event">') :].partition("</li>")[0]
    assert "\u2068" not in text


def test_the_heading_of_a_browser_holds_signs_where_there_can_be_no_element(hebrew: str) -> None:
    links = [part.partition('"')[0] for part in get(f"{hebrew}/cup/pairs.html").text.split('href="')]
    page = next(link for link in links if "pairs/" in link)
    title = get(urljoin(f"{hebrew}/cup/pairs.html", page)).text.partition("<title>")[2].partition("</title>")[0]
    assert title.count("\u2068") == title.count("\u2069") == 2
    assert "<bdi>" not in title


@pytest.mark.slow
def test_in_the_log_points_stand_behind_the_name(hebrew: str, browser: "Browser") -> None:
    page = browser.new_page(locale="en")
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(f"{hebrew}/cup/matches/0.html")
    page.locator("arena-replay .viewer").wait_for()
    found = page.evaluate(ORDER)
    assert found
    assert all(behind for behind, _ in found), found
    assert not any("\u2068" in text for _, text in found)
    page.close()
