"""Bots that compute while others have the turn: strict timing stops them, or sees them and says so."""

import sys
from pathlib import Path

import pytest

from arena.match import FaultKind
from arena.transport import Clock, Finished, Host, Launch
from arena.transport.usage import Usage, add_usage
from tests.transport.hosting import GAME, ROOT, Outcome, assignment, run

HOSTILE = ROOT / "tests" / "hostile"
RIVALS = ("ann", "bob")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc"),
]


def meet(attack: str, timing: str, think_s: float, matches: int = 1) -> tuple[Outcome, dict[str, Usage], float]:
    """What comes of it, what bots used, and for how long the rivals thought, who sleep `think_s` a turn."""
    clock = Clock(bank_ms=60_000, increment_ms=0, startup_ms=60_000, timing=timing)
    hostile = Launch("hostile", (sys.executable, str(HOSTILE / "run.py")), HOSTILE / "out_of_turn" / attack)
    command = (sys.executable, str(HOSTILE / "sleeper.py"))
    sleepers = [Launch(name, command, HOSTILE, environment=(("THINK_S", str(think_s)),)) for name in RIVALS]

    async def live() -> tuple[Outcome, dict[str, Usage]]:
        finished: list[Finished] = []
        total: dict[str, Usage] = {}
        async with Host(GAME, [*sleepers, hostile], clock, 1) as host:
            tables = (assignment(number, ("hostile", *RIVALS)) for number in range(matches))
            await host.play(tables, finished.append)
            withdrawn = host.withdrawn()
        add_usage(total, await host.take_usage())
        return Outcome(finished, withdrawn), total

    outcome, total = run(live())
    thought_us = sum(sum(one.thinking_us) for one in outcome.finished)
    return outcome, total, thought_us / 1e6


def test_what_a_bot_has_started_computes_only_while_it_has_the_turn() -> None:
    """Where timing is not strict, it computes all the time."""
    shared, strict = (meet("spins_in_sessions", timing, 0.1) for timing in ("shared", "strict"))
    assert strict[0].faults("hostile") == shared[0].faults("hostile") == [None]
    assert shared[1]["hostile"].cpu_us / 1e6 > 0.5 * shared[2]
    assert strict[1]["hostile"].cpu_us < 0.5 * shared[1]["hostile"].cpu_us


def test_what_cannot_be_stopped_is_seen_and_told() -> None:
    outcome, _, _ = meet("flees_by_forking", "strict", 0.2, matches=2)
    fault = outcome.faults("hostile")[0]
    assert fault
    assert fault[0] is FaultKind.OUT_OF_TURN
    assert "s of CPU time within" in fault[1]
    assert outcome.faults("ann") == outcome.faults("bob") == [None, None]
