"""A game of a file is known to the test that trains with it, and to no other."""

from collections.abc import Callable

import pytest

from tests.games.outside.known import forget_games

__all__ = ["forget_games"]


@pytest.fixture(autouse=True)
def _forgotten(forget_games: Callable[[], None]) -> None:
    """All are forgotten when the test ends."""
