"""Tests the report of a check that takes too long, or that a busy machine cannot carry out."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arena.asking.harness.instance import Heard
from arena.asking.harness.patience import Untried
from arena.authoring.conformance import check
from arena.authoring.conformance.bench import Bench
from arena.authoring.conformance.check import Outcome, Step, Verdict, perform
from arena.authoring.conformance.steps import robustness

NS_PER_MS = 1_000_000


async def never(_: Bench) -> str:
    await asyncio.Event().wait()
    return ""


async def at_once(_: Bench) -> str:
    return "seen"


async def busy(_: Bench) -> str:
    raise Untried("the bot could not be waited for")


def outcomes(
    monkeypatch: pytest.MonkeyPatch, bench: Bench, *steps: Callable[[Bench], Awaitable[str]]
) -> list[tuple[Verdict, str]]:
    """Runs these steps as a check; returns the verdict and the message of each step."""
    monkeypatch.setattr(check, "STEPS", [Step("step", "something", "correct it", step) for step in steps])  # type: ignore[arg-type]
    found: list[Outcome] = []
    asyncio.run(perform(bench, found.append))
    return [(outcome.verdict, outcome.detail or outcome.happened) for outcome in found]


def test_a_check_ends_when_its_time_is_up_and_what_was_not_tried_is_no_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench("slow", Path(), limit_s=0.05)
    bench.pace_s = 4.0
    told = "the check as a whole took longer than 0.05 s"
    assert outcomes(monkeypatch, bench, never, at_once) == [
        (Verdict.FAIL, f"{told}; it takes 4.0 s for a choice"),
        (Verdict.UNTRIED, told),
    ]


def test_a_bot_that_had_to_wait_for_processors_all_the_time_has_not_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench("slow", Path(), limit_s=0.02)
    monkeypatch.setattr(bench, "_waited_s", lambda: 0.02)
    told = "the check as a whole took longer than 0.02 s"
    assert outcomes(monkeypatch, bench, never, at_once) == [
        (Verdict.UNTRIED, f"this machine was too busy: {told}"),
        (Verdict.UNTRIED, told),
    ]


def test_a_bot_whose_threads_wait_for_each_other_all_the_time_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench("slow", Path(), limit_s=0.02)
    monkeypatch.setattr(bench, "_waited_s", lambda: 0.02)
    monkeypatch.setattr(bench, "_used_s", lambda: 0.02)
    assert outcomes(monkeypatch, bench, never) == [(Verdict.FAIL, "the check as a whole took longer than 0.02 s")]


def test_a_step_that_a_busy_machine_does_not_let_try_is_not_tried_and_the_next_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = "this machine was too busy: the bot could not be waited for"
    assert outcomes(monkeypatch, Bench("bot", Path()), busy, at_once) == [
        (Verdict.UNTRIED, told),
        (Verdict.PASS, "seen"),
    ]


def spent_ms(monkeypatch: pytest.MonkeyPatch, took_ms: int, *waited_ms: int, used_ms: int = 0) -> int:
    """Returns how many milliseconds the check counts against the bot in a turn with 200 ms left.

    `took_ms` is the time until the bot answered, and `used_ms` its processor time. `waited_ms` is the time that each of
    its threads waited for a processor.

    Raises Late if the result exceeds 200 ms. If it does so only because several threads waited, raises Untried instead.
    """
    looks: Iterator[dict[int, int]] = iter(({}, {number: ms * NS_PER_MS for number, ms in enumerate(waited_ms)}))

    async def ask(*_: object) -> list[Heard]:
        return [Heard((1,), (0,), took_ms * NS_PER_MS)]

    monkeypatch.setattr(robustness, "ask", ask)
    uses = iter((0, used_ms * NS_PER_MS))
    instance: Any = SimpleNamespace(delays_ns=lambda: next(looks), used_ns=lambda: next(uses))
    return asyncio.run(robustness._spent_ms(instance, [], 200, 1))


def test_a_bot_is_late_by_its_own_time_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert spent_ms(monkeypatch, 190) == 190
    assert spent_ms(monkeypatch, 231, 40) == 191
    with pytest.raises(robustness.Late, match="it took 230 ms to say anything to a turn with 200 ms left"):
        spent_ms(monkeypatch, 231, 1)


def test_where_threads_may_have_waited_for_each_other_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(
        Untried, match="it took 211 ms to say anything to a turn with 200 ms left, and its threads waited"
    ):
        spent_ms(monkeypatch, 231, 20, 20)


def test_a_bot_that_has_computed_for_as_long_as_it_had_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(robustness.Late, match="it took 211 ms"):
        spent_ms(monkeypatch, 231, 20, 20, used_ms=220)
