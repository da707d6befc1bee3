"""Results to be shown, a server that shows them, and a browser that looks."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from leaderboards.store import Store
from leaderboards.store.extent import Extent
from tests.leaderboards.results import played
from tests.league.leagues import league_of
from tests.web.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = Path("/usr/bin/chromium")


@pytest.fixture(scope="session")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a league that was played to its end."""
    folder = tmp_path_factory.mktemp("results") / "cup"
    league = league_of("ann", "ben", "cid", "dot", rounds=3)
    results = list(played(league))
    with closing(Store.create(folder / "league.db", league)) as store:
        store.add(results)
        store.keep_extent(Extent(len(results)))
    return folder


@pytest.fixture(scope="session")
def address(cup: Path) -> Iterator[str]:
    """Where the cup is served."""
    with serving(cup.parent) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """Chromium, started once."""
    if not CHROMIUM.exists():
        pytest.skip(f"there is no {CHROMIUM}")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=str(CHROMIUM))
        yield browser
        browser.close()
