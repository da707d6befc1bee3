"""Tests that no test sets the clock of the whole process, since servers that other tests use depend on it."""

import re
from typing import Final

from tests.installed import TREE

SETS: Final = re.compile(r"""setattr\((?:time, *|["']time\.)["']?(?:monotonic|time)["'],""")


def test_no_test_sets_the_clock_of_all_threads() -> None:
    setting = [path for path in (TREE / "tests").rglob("*.py") if SETS.search(path.read_text("utf-8"))]
    assert setting == [], "set the clock of a module instead: tests/clocks.py"
