"""Results to be shown, a server that shows them, and a browser that looks."""

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
    """No page has the machine estimate who will win, but where a test is about that."""
    monkeypatch.setattr("arena.asking.estimates.estimate_cache.command", lambda: ["false"])


@pytest.fixture
def estimating(monkeypatch: pytest.MonkeyPatch, _unestimated: None) -> None:
    """Estimates are made, as fast as the machine can: else a test would wait for all others."""
    made = RUN.replace("import main; main()", "import main; from arena.asking.estimates import program as it; ")
    hurried = f"{made}it.take_what_is_left = lambda _: None; main()"
    monkeypatch.setattr("arena.asking.estimates.program.RUN", hurried)
    monkeypatch.setattr("arena.asking.estimates.estimate_cache.command", command)


@pytest.fixture(scope="session")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a league that was played to its end, with a fault."""
    return write_cup(tmp_path_factory.mktemp("results") / "cup")


@pytest.fixture(scope="session")
def address(cup: Path) -> Iterator[str]:
    """Where the cup is served."""
    with serving(cup.parent) as address:
        yield address


@pytest.fixture(scope="session")
def city(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a league of Het Verraad is served."""
    folder = tmp_path_factory.mktemp("cities")
    write_city(folder / "city")
    with serving(folder) as address:
        yield address


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a league is served whose bots have names, versions and outputs that are meant to be obeyed."""
    folder = tmp_path_factory.mktemp("hostile")
    write_hostile(folder / "cup")
    with serving(folder) as address:
        yield address


@pytest.fixture(scope="package")
def browser() -> Iterator["Browser"]:
    """Chromium, started once for these tests; while it runs, no other loop can run in this thread."""
    if not CHROMIUM.exists():
        pytest.skip(f"there is no {CHROMIUM}")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=str(CHROMIUM))
        yield browser
        browser.close()
