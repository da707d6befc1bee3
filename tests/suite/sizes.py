"""The sizes of the suite: `make test` proves every promise at least once, `make test-all` with full counts.

Rule 1: a test marked `full` runs in test-all only; another one proves the same promise in `make test`, and the comment
beside the mark names it.
Rule 2: a count that differs by size is written with `sized`.
Rule 3: what is the same promise for many is tried by turns with `in_turn` where each costs much: others with each
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
"""Whether this is test-all."""
full: Final = pytest.mark.full
"""For tests and parameters of test-all only."""


def sized(usual: Value, all_of_it: Value) -> Value:
    """A count, or whatever decides how much is tried, for `make test` and for test-all."""
    return all_of_it if ALL else usual


def latin(first: Sequence[Value], second: Sequence[Other]) -> list[tuple[Value, Other]]:
    """Pairs in which each of both occurs; all pairs in test-all."""
    if ALL:
        return [(one, other) for one in first for other in second]
    return [(first[place % len(first)], second[place % len(second)]) for place in range(max(len(first), len(second)))]


def in_turn(values: Sequence[Value], parts: int, other: int = 0) -> list[Value]:
    """One of so many parts of the values, another one with each commit; all of them in test-all.

    `other`: how far from the part whose turn it is.
    """
    return list(values) if ALL else list(values[(proofs.number() + other) % parts :: parts])


settings.register_profile("house", deadline=None, max_examples=sized(40, 100))  # machines are shared: no deadlines
settings.load_profile("house")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what runs in test-all only."""
    if ALL:
        return
    left_out = [item for item in items if item.get_closest_marker("full")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("full")]
