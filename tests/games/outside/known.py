"""What is known of games from outside, put back after each test that adds some."""

import sys
from collections.abc import Callable, Iterator

import pytest

from arena.games.outside.module import MODULES
from arena.games.registry import GAMES


@pytest.fixture
def forget_games() -> Iterator[Callable[[], None]]:
    """Forgets the games from outside that this process has loaded, as another process has not; also when it ends."""
    load, loaded = dict(GAMES._load), dict(GAMES._loaded)

    def forget() -> None:
        GAMES._load, GAMES._loaded = dict(load), dict(loaded)
        for name in [name for name in sys.modules if name.startswith(MODULES)]:
            del sys.modules[name]

    yield forget
    forget()
