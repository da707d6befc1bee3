"""The two sizes of the test suite: `make test` tests every promise of the project at least once, and `make test-all`
runs every test with all its cases.

Rule 1: a test marked `full` runs only in `make test-all`. Another test checks the same promise in `make test`, and the
comment next to the mark names that test.
Rule 2: `sized` gives a count that differs between the two sizes.
Rule 3: if many costly cases test the same promise, `make test` runs some of them, which `in_turn` chooses by the
commit.
"""

import os
from collections.abc import Sequence
from typing import Final, TypeVar

import pytest
from hypothesis import settings

from tools import proofs

Value = TypeVar("Value")
Other = TypeVar("Other")

ALL: Final = os.environ.get("ARENA_TESTS") == "all"
"""Whether this is a run of `make test-all`."""
full: Final = pytest.mark.full
"""The mark for tests and parameters that run only in `make test-all`."""


def sized(usual: Value, all_of_it: Value) -> Value:
    """Returns `usual` in `make test` and `all_of_it` in `make test-all`; both are counts or other amounts to test."""
    return all_of_it if ALL else usual


def latin(first: Sequence[Value], second: Sequence[Other]) -> list[tuple[Value, Other]]:
    """Pairs the values so that each occurs in at least one pair; in `make test-all`, returns all possible pairs."""
    if ALL:
        return [(one, other) for one in first for other in second]
    return [(first[place % len(first)], second[place % len(second)]) for place in range(max(len(first), len(second)))]


def in_turn(values: Sequence[Value], parts: int, other: int = 0) -> list[Value]:
    """Divides the values into parts, and returns the part that the commit chooses; in `make test-all`, returns all
    values.

    `parts` is the number of parts. `other` is added to the number of the chosen part: in the same commit, a call with
    `other=0` and a call with `other=1` return different parts.
    """
    return list(values) if ALL else list(values[(proofs.number() + other) % parts :: parts])


settings.register_profile("house", deadline=None, max_examples=sized(40, 100))  # machines are shared: no deadlines
settings.load_profile("house")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out the tests that run only in `make test-all`."""
    if ALL:
        return
    left_out = [item for item in items if item.get_closest_marker("full")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("full")]
