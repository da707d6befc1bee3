"""Tests of all pages of a league whose bots put scripts into their texts: links lead only to pages of the league's
server, and no text of a bot runs as code.
"""

import re
from html.parser import HTMLParser
from urllib.parse import urljoin

import pytest

from leaderboards.pages.texts import languages
from tests.web.leagues import SCRIPT
from tests.web.serving import get

LINK = re.compile(r'(?:href|src)="([^"#]+)')
OTHER = re.compile(rf"//[^/]+/(?:{'|'.join(languages())})/")
"""A pattern for addresses whose path begins with a language, such as /de/; `crawl` does not open them."""


class Attributes(HTMLParser):
    """A parser that collects the names of all HTML attributes in a page, as a browser reads it."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    @classmethod
    def of(cls, text: str) -> set[str]:
        parser = cls()
        parser.feed(text)
        return parser.names

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names |= {name for name, _ in attrs}


def crawl(address: str) -> dict[str, str]:
    """Follows all links from `address`, except to other languages; returns each page's text, by the page's address.

    Asserts that no link is broken, and that all links lead to addresses below `address`.
    """
    found: dict[str, str] = {}
    left = [f"{address}/"]
    while left:
        page = left.pop()
        answer = get(page)
        assert answer.status == 200, page
        found[page] = answer.text
        if answer.headers["content-type"].startswith("text/html"):
            links = {urljoin(page, link) for link in LINK.findall(answer.text)}
            assert all(link.startswith(f"{address}/") for link in links)
            left += [link for link in links if link not in found and link not in left and not OTHER.search(link)]
    return found


@pytest.fixture(scope="module")
def pages(hostile: str) -> dict[str, str]:
    return crawl(hostile)


def test_every_page_is_there_and_none_leads_elsewhere(pages: dict[str, str]) -> None:
    kinds = {re.sub(r"x-[0-9a-f]{16}|\d+", "N", page.partition("/cup/")[2]) for page in pages}
    assert {"index.html", "bots/N.html", "pairs/N/N.html", "blocks/N.html", "matches/N.html", "verify.html"} <= kinds


def test_nothing_a_stranger_wrote_is_obeyed(pages: dict[str, str]) -> None:
    for page, text in pages.items():
        assert SCRIPT not in text, page
        assert "<img src=x" not in text, page
        assert "49&lt;img" not in text, page
        assert not re.search("[\u202a-\u202e\u2066-\u2069]", text), page
        assert not {name for name in Attributes.of(text) if name.startswith("on") or name == "style"}, page


def test_nothing_a_stranger_wrote_fills_a_page(pages: dict[str, str]) -> None:
    assert all("x" * 200 not in text and "y" * 5_000 not in text for text in pages.values())


def test_the_seed_and_the_deals_are_on_no_page(pages: dict[str, str]) -> None:
    """The pages of a league contain no seed. A reader who knows the seed of a league in progress could compute all
    hands of the matches still to be played.
    """
    assert not any(re.search(r"\bseed\s*[=:]", text) for page, text in pages.items() if "/rules/" not in page)
