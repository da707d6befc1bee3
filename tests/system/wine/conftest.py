"""A folder on Windows, of somebody whose name is no plain word."""

from collections.abc import Iterator

import pytest

from tests.system.test_walk import write_bad
from tests.system.wine.windows import Windows, install, staying


@pytest.fixture(scope="session")
def installed() -> Iterator[None]:
    """The arena is there, and Windows is up."""
    install()
    with staying():
        yield


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory, installed: None) -> Windows:
    """With a bot begun there, and some that misbehave."""
    there = tmp_path_factory.mktemp("wine") / "Jörg Öztürk"
    there.mkdir()
    arena = Windows(there)
    assert "arena play verraeter ." in arena.run("init", "mine")
    write_bad(there)
    return arena
