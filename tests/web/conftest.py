"""Fixtures for tests of pages: folders of results, servers that show them, and a browser."""

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
    """Turns off the computation of winning chances, except for tests that use the fixture `estimating`."""
    monkeypatch.setattr("arena.asking.estimates.estimate_cache.command", lambda: ["false"])


@pytest.fixture
def estimating(monkeypatch: pytest.MonkeyPatch, _unestimated: None) -> None:
    """Turns on the computation of winning chances, at full speed. At its usual low priority it would wait for all other
    tests.
    """
    made = RUN.replace("import main; main()", "import main; from arena.asking.estimates import program as it; ")
    hurried = f"{made}it.take_what_is_left = lambda _: None; main()"
    monkeypatch.setattr("arena.asking.estimates.program.RUN", hurried)
    monkeypatch.setattr("arena.asking.estimates.estimate_cache.command", command)


@pytest.fixture(scope="session")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished league in which a bot has failed in one match."""
    return write_cup(tmp_path_factory.mktemp("results") / "cup")


@pytest.fixture(scope="session")
def address(cup: Path) -> Iterator[str]:
    """The address of a server that shows the league `cup`."""
    with serving(cup.parent) as address:
        yield address


@pytest.fixture(scope="session")
def city(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that shows a league of the game Het Verraad."""
    folder = tmp_path_factory.mktemp("cities")
    write_city(folder / "city")
    with serving(folder) as address:
        yield address


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that shows a league whose bots' names, versions and outputs contain HTML and scripts,
    which pages must not run.
    """
    folder = tmp_path_factory.mktemp("hostile")
    write_hostile(folder / "cup")
    with serving(folder) as address:
        yield address


@pytest.fixture(scope="package")
def browser() -> Iterator["Browser"]:
    """Chromium, started once for all tests of a package. While it runs, no other event loop can run in its thread."""
    if not CHROMIUM.exists():
        pytest.skip(f"there is no {CHROMIUM}")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=str(CHROMIUM))
        yield browser
        browser.close()
