"""A fixture that removes the games from outside the arena that a test has loaded."""

import sys
from collections.abc import Callable, Iterator

import pytest

from arena.games.outside.module import MODULES
from arena.games.registry import GAMES


@pytest.fixture
def forget_games() -> Iterator[Callable[[], None]]:
    """Yields a function that forgets all games from outside the arena loaded since the beginning of the test, so that
    this process is like a new one. Calls it also at the end of the test.
    """
    load, loaded = dict(GAMES._load), dict(GAMES._loaded)

    def forget() -> None:
        GAMES._load, GAMES._loaded = dict(load), dict(loaded)
        for name in [name for name in sys.modules if name.startswith(MODULES)]:
            del sys.modules[name]

    yield forget
    forget()
