"""What every game promises, tried: for `arena check-game`, for tests of its author's, and for those of the arena's."""

from arena.testing.author import game_tests

__all__ = ["game_tests"]
