"""Makes sure that a game loaded from a file by one test is not known to the next test."""

from collections.abc import Callable

import pytest

from tests.games.outside.known import forget_games

__all__ = ["forget_games"]


@pytest.fixture(autouse=True)
def _forgotten(forget_games: Callable[[], None]) -> None:
    """Removes all games loaded from files when the test ends."""
