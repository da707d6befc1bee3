"""Fixtures for tests of the ladder: a new ladder for each test, and a server for it."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena.ladder.ladder import Ladder
from tests.web.ladder.authors import Idle
from tests.web.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def ladder(tmp_path: Path) -> Ladder:
    return Ladder(tmp_path / "ladder")


@pytest.fixture
def server(ladder: Ladder) -> Iterator[str]:
    with serving(ladder=Idle(ladder)) as address:
        yield address


@pytest.fixture
def page(browser: "Browser") -> Iterator["Page"]:
    """Yields a page in a window of a phone's size; an error in its scripts fails the test."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    yield page
    context.close()
