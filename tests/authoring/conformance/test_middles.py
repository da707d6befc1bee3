"""Steps that begin in the middle of matches ask none that is over: in some games that is after two choices."""

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from arena.authoring.conformance.steps import shutdown


class Short:
    """A match in which the bot has so many turns."""

    def __init__(self, turns: int) -> None:
        self.turns = turns

    def waits(self) -> bool:
        return self.turns > 0


def test_no_match_is_asked_that_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    async def ask(_: object, matches: Sequence[Short], *__: Any) -> None:
        asked.append(len(matches))
        for match in matches:
            assert match.waits()
            match.turns -= 1

    monkeypatch.setattr(shutdown, "begin", lambda *_: None)
    monkeypatch.setattr(shutdown, "ask", ask)
    bench: Any = SimpleNamespace(limit_s=lambda _: 1.0)
    instance: Any = SimpleNamespace(max_matches=lambda: 9)
    matches: list[Any] = [Short(1), Short(2), Short(2)]
    asyncio.run(shutdown._enter_middle(bench, instance, matches))
    assert asked == [3, 2]
