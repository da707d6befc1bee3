"""Checks that a game keeps the promises of the contract of games, for `arena check-game` and for tests."""

from arena.testing.author import game_tests

__all__ = ["game_tests"]
