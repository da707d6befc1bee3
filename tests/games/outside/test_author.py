"""Tests that the documentation for authors of games describes every constant and method that a game can define."""

from dataclasses import fields

import pytest

from arena.games import Info, Row
from tests.installed import TREE

PAGE = (TREE / "docs" / "game-file.md").read_text("utf-8")


@pytest.mark.parametrize("facts", [Info, Row])
def test_the_docstring_and_the_page_say_what_each_field_is(facts: type[Info | Row]) -> None:
    for field in fields(facts):
        assert f"\n    {field.name}: " in (facts.__doc__ or "")
        assert f"\n| `{field.name}` " in PAGE


@pytest.mark.parametrize("method", ["merits(state)", "sample(rows, seat, rng)", "action_targets(state, action)"])
def test_the_page_lists_the_methods_that_may_be_left_out(method: str) -> None:
    assert f"\n| `{method}` " in PAGE
