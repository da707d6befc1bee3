"""The hostile bots again, with the arena run by root."""

from tests.hostile.users import MARKS, assert_suite_holds_for

ROOT = 0

pytestmark = [*MARKS]


def test_the_suite_holds() -> None:
    assert_suite_holds_for(ROOT)
