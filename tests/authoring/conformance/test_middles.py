"""Tests of the steps of `arena check` that begin in the middle of matches: they send no turn of a match that is over,
and they find processes that the bot leaves running.

The steps let the bot answer three turns of each match; in some games, a match can be over before that.
"""

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from arena.authoring.conformance.bench import Failed
from arena.authoring.conformance.steps import shutdown
from arena.system.processes.leftovers import Process


class Short:
    """A stand-in for a match in which the bot has `turns` turns."""

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


@pytest.mark.parametrize(
    ("looks", "when"),
    [
        ([True], "it has ended"),
        ([False, True], "its process and its group were killed"),
        ([False, False, True], "its process and its group were killed"),
    ],
)
def test_what_a_bot_leaves_running_is_looked_for_when_it_has_ended_and_when_it_was_killed(
    monkeypatch: pytest.MonkeyPatch, looks: list[bool], when: str
) -> None:
    left, ended = Process(7, 0, 1, 1, "sleep"), list[Process]()

    async def does(*_: object) -> Any:
        return instance

    async def left_running() -> list[Process]:
        return [left] if looks.pop(0) else []

    instance = SimpleNamespace(exit=does, end=does)
    bench: Any = SimpleNamespace(
        present=does, left_running=left_running, harness=lambda: SimpleNamespace(say_goodbye=lambda _: None)
    )
    monkeypatch.setattr(shutdown, "_enter_middle", does)
    monkeypatch.setattr(shutdown, "_matches", lambda *_: [])
    monkeypatch.setattr(shutdown, "end", ended.extend)
    with pytest.raises(Failed, match=rf"when {when}, these processes that it started are still running: 7 \(sleep\)"):
        asyncio.run(shutdown.leftovers(bench))
    assert ended == [left]
