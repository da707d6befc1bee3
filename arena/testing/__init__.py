"""Checks of what every game promises, for `arena check-game` and for tests."""

from arena.testing.author import game_tests

__all__ = ["game_tests"]
