"""Sets up the arena under Wine, with a folder whose name has a space and letters outside ASCII."""

from collections.abc import Iterator

import pytest

from tests.system.test_walk import write_bad
from tests.system.wine.windows import Windows, install, staying


@pytest.fixture(scope="session")
def installed() -> Iterator[None]:
    """Installs the arena in Windows's Python, and keeps Wine's services running during the tests."""
    install()
    with staying():
        yield


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory, installed: None) -> Windows:
    """The arena on Windows, in a folder with a new bot and some misbehaving ones."""
    there = tmp_path_factory.mktemp("wine") / "Jörg Öztürk"
    there.mkdir()
    arena = Windows(there)
    assert "arena play verraeter ." in arena.run("init", "mine")
    write_bad(there)
    return arena
