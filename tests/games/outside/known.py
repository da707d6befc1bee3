"""A fixture that removes the games from outside the arena that a test has loaded."""

import sys
from collections.abc import Callable, Iterator

import pytest

from arena.games.outside.module import MODULES
from arena.games.registry import GAMES


@pytest.fixture
def forget_games() -> Iterator[Callable[[], None]]:
    """Yields a function that forgets the games from outside that the test has loaded, as if the process were new. The
    fixture also calls it after the test.
    """
    load, loaded = dict(GAMES._load), dict(GAMES._loaded)

    def forget() -> None:
        GAMES._load, GAMES._loaded = dict(load), dict(loaded)
        for name in [name for name in sys.modules if name.startswith(MODULES)]:
            del sys.modules[name]

    yield forget
    forget()
