"""Checks that a game keeps the rules that all games must keep; used by `arena check-game` and in tests of games."""

from arena.testing.author import game_tests

__all__ = ["game_tests"]
