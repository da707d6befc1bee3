"""A fixture for tests that load games of other authors: it makes the process forget these games."""

import sys
from collections.abc import Callable, Iterator

import pytest

from arena.games.outside.module import MODULES
from arena.games.registry import GAMES


@pytest.fixture
def forget_games() -> Iterator[Callable[[], None]]:
    """Yields a function that makes the process forget the games that the test has loaded, with their modules. The
    fixture also calls it after the test.
    """
    load, loaded = dict(GAMES._load), dict(GAMES._loaded)

    def forget() -> None:
        GAMES._load, GAMES._loaded = dict(load), dict(loaded)
        for name in [name for name in sys.modules if name.startswith(MODULES)]:
            del sys.modules[name]

    yield forget
    forget()
