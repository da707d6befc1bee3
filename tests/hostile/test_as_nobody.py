"""Runs the tests of hostile bots again, with the arena run by the user `nobody`."""

from tests.hostile.users import MARKS, assert_suite_holds_for

NOBODY = 65_534

pytestmark = [*MARKS]


def test_the_suite_holds() -> None:
    assert_suite_holds_for(NOBODY)
