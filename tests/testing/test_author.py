"""Tests of `game_tests`: it returns a unittest class with one test for each check of an author's game."""

import unittest

from arena.testing import game_tests
from arena.testing.check import NAMES
from tests.games.outside.pig import GAME, Pig, State
from tests.testing.test_wrong_games import SMALL


class Naming(Pig):
    def action_name(self, state: State, action: int) -> str:
        return "go"


def ran(game: object) -> unittest.TestResult:
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(game_tests(game, SMALL)).run(result)
    return result


def test_there_is_a_test_for_each_check_and_what_cannot_be_tried_is_skipped() -> None:
    result = ran(GAME)
    assert (result.testsRun, result.failures, result.errors) == (len(NAMES), [], [])
    assert {reason for _, reason in result.skipped} == {
        "no row hides anything: every seat sees the same",
        "the seats choose one after the other",
        "it has no method sample: bots cannot search in it",
    }


def test_one_that_fails_says_what_is_wrong_and_what_to_do() -> None:
    [(test, told)] = ran(Naming()).failures
    assert test.id().endswith(".test_05_names")
    assert "action_name returned 'go' for both 0 and 1" in told
    assert "; do: put into the name what distinguishes the action from others" in told


def test_each_can_be_run_alone() -> None:
    kind = game_tests(GAME, SMALL)
    result = unittest.TestResult()
    kind("test_06_rows").run(result)
    assert (result.testsRun, result.failures, result.errors) == (1, [], [])
