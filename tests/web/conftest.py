"""Fixtures for tests of the web server: results, a server that shows them, and a browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena.asking.estimates.program import RUN, command
from tests.web.leagues import write_city, write_cup, write_hostile
from tests.web.serving import CHROMIUM, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(autouse=True)
def _unestimated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns estimates of who will win off in every test, except in tests about estimates."""
    monkeypatch.setattr("arena.asking.estimates.estimate_cache.command", lambda: ["false"])


@pytest.fixture
def estimating(monkeypatch: pytest.MonkeyPatch, _unestimated: None) -> None:
    """Turns estimates on, and lets them use the whole machine; otherwise they would wait while other tests use it."""
    made = RUN.replace("import main; main()", "import main; from arena.asking.estimates import program as it; ")
    hurried = f"{made}it.take_what_is_left = lambda _: None; main()"
    monkeypatch.setattr("arena.asking.estimates.program.RUN", hurried)
    monkeypatch.setattr("arena.asking.estimates.estimate_cache.command", command)


@pytest.fixture(scope="session")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Writes the results of a finished league with a fault, and returns their folder."""
    return write_cup(tmp_path_factory.mktemp("results") / "cup")


@pytest.fixture(scope="session")
def address(cup: Path) -> Iterator[str]:
    """Serves the results of the league "cup", and yields the server's address."""
    with serving(cup.parent) as address:
        yield address


@pytest.fixture(scope="session")
def city(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serves a league of the game Het Verraad, and yields the server's address."""
    folder = tmp_path_factory.mktemp("cities")
    write_city(folder / "city")
    with serving(folder) as address:
        yield address


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serves a league whose bots have names, versions and outputs that contain code, and yields the
    server's address.
    """
    folder = tmp_path_factory.mktemp("hostile")
    write_hostile(folder / "cup")
    with serving(folder) as address:
        yield address


@pytest.fixture(scope="package")
def browser() -> Iterator["Browser"]:
    """Yields the browser Chromium, started once for these tests. While it runs, this thread cannot run another event
    loop.
    """
    if not CHROMIUM.exists():
        pytest.skip(f"there is no {CHROMIUM}")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=str(CHROMIUM))
        yield browser
        browser.close()
