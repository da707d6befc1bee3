"""Tests of bots that compute when it is not their turn, under strict timing. The arena stops their processes; if a
process escapes, the arena detects its CPU time and records a fault.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.match import FaultKind, Match
from arena.system.processes.process_table import Sight
from arena.transport import Clock, Finished, Host, Launch
from arena.transport.crew.bot import BotSession
from arena.transport.processes import stillness
from tests.transport.hosting import GAME, ROOT, Outcome, assignment, run
from tests.transport.processes.test_stillness import state

HOSTILE = ROOT / "tests" / "hostile"
RIVALS = ("ann", "bob")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc"),
]


def meet(
    attack: str,
    timing: str,
    think_s: float,
    turns: int,
    matches: int = 1,
    look: Callable[[Host, Match], None] | None = None,
) -> Outcome:
    """Plays matches of a hostile bot against rivals that sleep `think_s` seconds in each of their first `turns` turns;
    returns the results.

    `look` is called when a match begins, and after each action.
    """
    clock = Clock(bank_ms=60_000, increment_ms=0, startup_ms=60_000, timing=timing)
    hostile = Launch("hostile", (sys.executable, str(HOSTILE / "run.py")), HOSTILE / "out_of_turn" / attack)
    command = (sys.executable, str(HOSTILE / "sleeper.py"))
    sleepers = [
        Launch(name, command, HOSTILE, environment=(("THINK_S", str(think_s)), ("TURNS", str(turns))))
        for name in RIVALS
    ]

    async def live() -> Outcome:
        finished: list[Finished] = []
        host = Host(GAME, [*sleepers, hostile], clock, 1, lambda match: look(host, match) if look else None)
        async with host:
            tables = (assignment(number, ("hostile", *RIVALS)) for number in range(matches))
            await host.play(tables, finished.append)
            return Outcome(finished, host.withdrawn())

    return run(live())


@pytest.mark.parametrize(("timing", "stopped"), [("shared", False), ("strict", True)])
def test_what_a_bot_has_started_is_stopped_while_others_have_the_turn(timing: str, stopped: bool) -> None:
    """While a rival has the turn, strict timing stops the processes that a bot has started; shared timing does not."""
    seen: list[set[str]] = []
    actors: list[int | None] = [0]

    def look(host: Host, match: Match) -> None:
        actors.append(match.actor)
        session = host._crew.slots["hostile"].session
        if 0 not in actors[-2:] and isinstance(
            session, BotSession
        ):  # a rival had the last turn, and a rival has this one
            started = [one.number for one in Sight.now().below(session.process.number)]
            if len(started) == 2:
                seen.append({state(number) for number in started})

    outcome = meet("spins_in_sessions", timing, 0.1, turns=5, look=look)
    assert outcome.faults("ann") == outcome.faults("bob") == [None]
    assert seen
    assert ({"T"} in seen) is stopped, seen


def test_what_cannot_be_stopped_is_seen_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stillness, "SPARED_S", 0.05)  # on a busy machine, the bot gets little CPU time
    outcome = meet("flees_by_forking", "strict", 0.2, turns=15, matches=2)
    fault = outcome.faults("hostile")[0]
    assert fault
    assert fault[0] is FaultKind.OUT_OF_TURN
    assert "s of CPU time within" in fault[1]
    assert outcome.faults("ann") == outcome.faults("bob") == [None, None]
