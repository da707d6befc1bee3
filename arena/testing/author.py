"""Test cases for pytest and unittest that check an author's game."""

from collections.abc import Callable
from unittest import TestCase

from arena.games.outside.game import Outside
from arena.testing.bench import Bench
from arena.testing.check import NAMES, Checking, Verdict
from arena.testing.limits import Limits


def game_tests(game: object, limits: Limits = Limits()) -> type[TestCase]:  # noqa: B008  # Limits are immutable
    """Returns a TestCase class with one test for each check of the game.

    `game` is the author's game: an object with `info` and the methods of a game.
    """
    name = type(game).__name__
    checking = Checking(Bench(name, lambda: Outside(game, name.lower()), limits))
    tests = {
        f"test_{number:02}_{check.replace('-', '_')}": _test(checking, check) for number, check in enumerate(NAMES, 1)
    }
    return type(f"Test{name}", (TestCase,), tests)


def _test(checking: Checking, name: str) -> Callable[[TestCase], None]:
    def test(case: TestCase) -> None:
        __tracebackhide__ = True
        outcome = checking.outcome(name)
        if outcome.verdict is Verdict.SKIPPED:
            case.skipTest(outcome.detail)
        elif outcome.verdict is Verdict.FAIL:
            advice = f"; do: {outcome.advice}" if outcome.advice else ""
            case.fail(f"{outcome.happened}; expected: {outcome.expected}{advice}")

    return test
