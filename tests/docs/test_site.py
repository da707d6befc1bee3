"""Tests the documentation site, which is built once: its links, its search, and the length of its pages."""

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final

import pytest

from arena import __version__
from arena.cli.command_list import COMMANDS
from tests.installed import TREE
from tests.suite.sizes import full
from tests.web.axe import violations
from tests.web.conftest import browser
from tools.docsite.building import build
from tools.docsite.checking import paths

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser"]
pytestmark = pytest.mark.slow
MOST_WORDS: Final = 2_000
SIZES: Final = {"phone": (390, 844), "laptop": (1366, 768)}
KINDS: Final = ("", "first-bot/", "reference/league-file/", "reference/protocol/", "decisions/")
"""The paths of the pages that are opened in a browser, one for each kind of page."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Builds the site in strict mode, as `make docs` does, and returns its folder."""
    return build(tmp_path_factory.mktemp("docs"))


@pytest.mark.parametrize(
    ("word", "page"),
    [
        ("bank_ms", "reference/league-file/#clock"),
        ("bad-seats", "reference/errors/#bad-seats"),
        ("deadline", "course/#at-the-deadline"),
        ("arena run-league", "reference/commands/#arena-run-league"),
        ("wants_names", "reference/protocol/#hello"),
        ("choose", "reference/python/#arena-bot-Bot-choose"),
    ],
)
def test_the_search_finds(site: Path, word: str, page: str) -> None:
    items = json.loads((site / "search.json").read_text("utf-8"))["items"]
    assert page in {
        item["location"] for item in items if word in re.sub(r"<[^>]+>", "", f"{item['title']} {item['text']}")
    }


def test_references_name_all_there_is(site: Path) -> None:
    text = (site / "reference" / "commands" / "index.html").read_text("utf-8")
    assert [name for name in COMMANDS if f'id="arena-{name}"' not in text] == []
    errors = (site / "reference" / "errors" / "index.html").read_text("utf-8")
    told = {
        code
        for path in TREE.glob("tests/cli/snapshots/error-*.txt")
        for code in re.findall(r"\[([a-z-]+)\]\n", path.read_text())
    }
    assert len(told) > 10
    assert [code for code in sorted(told) if f'id="{code}"' not in errors] == []


def test_the_page_of_the_python_api_lists_what_bots_import(site: Path) -> None:
    """Tests that the page of the Python API lists every name that house bots in Python import from the arena, except
    names from the generated modules of the protocol.
    """
    page = (site / "reference" / "python" / "index.html").read_text("utf-8")
    imported: dict[str, set[str]] = {}
    for path in TREE.glob("bots/python/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("arena."):
                imported.setdefault(str(node.module), set()).update(alias.name for alias in node.names)
    protocol = {module for module in imported if module.startswith("arena.protocol.v1")}
    assert protocol
    assert "arena.games.verraeter.terms" in imported
    for module in sorted(imported.keys() - protocol):
        heading = module.replace(".", "-")
        section = page.partition(f'id="{heading}"')[2].partition("<h2")[0]
        missing = [
            name
            for name in sorted(imported[module])
            if f'id="{heading}-{name}"' not in section and f"<td><code>{name}</code></td>" not in section
        ]
        assert missing == [], module


def test_every_page_says_the_version(site: Path) -> None:
    assert f"bot-arena {__version__}" in (site / "index.html").read_text("utf-8")


def test_pages_are_short_but_references() -> None:
    nav = tomllib.loads((TREE / "docs" / "zensical.toml").read_text("utf-8"))["project"]["nav"]
    references = {*paths(next(part["Reference"] for part in nav if "Reference" in part))}
    long = {}
    for path in TREE.glob("docs/**/*.md"):
        name, words = path.relative_to(TREE / "docs").as_posix(), len(path.read_text("utf-8").split())
        if words > MOST_WORDS and name not in references:
            long[name] = words
    assert long == {}, "shorten the page, or split it"


def test_every_file_that_the_page_on_one_match_names_is_there() -> None:
    named = re.findall(r"`((?:arena|leaderboards)/[\w./-]+)`", (TREE / "docs" / "one-match.md").read_text("utf-8"))
    assert len(named) > 30
    assert [name for name in named if not (TREE / name).is_file()] == []


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    """Serves the site by a server that only reads files; yields its address."""

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Overrides the method that would log each request, so that the tests' output stays free of requests."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=site)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@full  # in `make test` test_the_search_finds and the checks of the build prove what needs no browser
@pytest.mark.parametrize("size", SIZES)
def test_pages_in_a_browser(browser: "Browser", address: str, size: str) -> None:
    """Tests that pages have no accessibility fault that axe finds, no part wider than the window, and no requests to
    other hosts.
    """
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    asked, said = list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: said.append(str(error)))
    for turn, path in enumerate(KINDS):
        page.goto(address + path)
        page.wait_for_load_state("networkidle")
        assert violations(page, turn) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    assert ([url for url in asked if not url.startswith(address)], said) == ([], [])
    page.close()


@full  # in `make test` test_the_search_finds looks into the index
@pytest.mark.parametrize("word", ["bank_ms", "bad-seats", "deadline"])
def test_somebody_who_types_it_finds_it(browser: "Browser", address: str, word: str) -> None:
    page = browser.new_page(viewport={"width": 1366, "height": 768})
    page.goto(address)
    page.get_by_role("button", name="Search").first.click()
    page.locator("dialog[open] input").fill(word)
    page.locator("dialog[open] a", has_text=word).first.wait_for()
    page.close()
