"""Runs the tests of hostile bots again, with the arena run by root."""

from tests.hostile.users import MARKS, assert_suite_holds_for
from tests.suite.sizes import full

ROOT = 0

pytestmark = [*MARKS, full]
# In `make test`, the suite runs as the user who runs the tests, and as the user nobody (test_as_nobody.py).


def test_the_suite_holds() -> None:
    assert_suite_holds_for(ROOT)
