"""Tests of `unchangeable`, which recognises states that cannot be changed. The arena need not check such states of an
author's game for changes.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from arena.games.chance import Chance
from arena.games.outside.unchangeable import LONGEST, unchangeable


class Named(NamedTuple):
    cells: tuple[int, ...]
    note: object = None


class WithAttributes(tuple[int, ...]):  # noqa: SLOT001  # without slots, its attributes can be changed
    pass


@dataclass(frozen=True)
class Frozen:
    cells: tuple[int, ...]


def nested(depth: int) -> Any:
    return () if not depth else (nested(depth - 1),)


@pytest.mark.parametrize(
    "state",
    [1, None, "x", (), (1, -1, True, 2.5, b"x"), Named((0, 1)), Named((0,), Named((1,))), frozenset(("a", (1, 2)))],
)
def test_plain_values_and_tuples_of_them_cannot_be_changed(state: object) -> None:
    assert unchangeable(state)


def test_the_luck_of_a_match_is_none_of_its_state() -> None:
    assert unchangeable(Named((1,), Chance(bytes(16))))


@pytest.mark.parametrize(
    "state",
    [[1], (1, [2]), Named((1,), {}), Named((1,), object()), WithAttributes((1,)), {1}, Frozen((1,)), bytearray(1)],
)
def test_what_may_hold_something_else_later_is_looked_at(state: object) -> None:
    assert not unchangeable(state)


def test_what_is_deep_or_long_is_looked_at_instead() -> None:
    assert unchangeable(nested(4))
    assert not unchangeable(nested(500))
    assert unchangeable((0,) * LONGEST)
    assert not unchangeable((0,) * (LONGEST + 1))
