"""Real matches of hostile bots that use more memory or processes than they may. With small limits, the arena ends the
bots and records a fault; with large limits, the attack succeeds.

The folder of an attack names the expected kind of fault.
"""

import runpy
import shutil
import sys
from pathlib import Path

import pytest

from arena.match import FaultKind
from arena.sandbox.box import Box
from arena.sandbox.levels import Level
from arena.sandbox.limits import Limits
from arena.sandbox.runtime import python_runtime
from arena.transport import Launch
from tests.transport.hosting import ROOT, Outcome, play

HOSTILE = ROOT / "tests" / "hostile"
FEW = Limits(memory_mb=130, processes=60)
MANY = Limits(memory_mb=1_000, processes=400)
PATIENCE_S = 20
"""How many seconds a bot waits for the arena to end it."""
KINDS = (FaultKind.MEMORY, FaultKind.PROCESSES)
PATHS = [(kind, path) for kind in KINDS for path in sorted(HOSTILE.glob(f"{kind.name.lower()}/*/attack.py"))]
ATTACKS = [(kind, path.parent.name) for kind, path in PATHS]
SEEN = [(kind, path.parent.name) for kind, path in PATHS if not runpy.run_path(str(path)).get("BOXED_ONLY")]
"""The attacks that the arena detects even if the bot is unconfined."""

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
boxed = pytest.mark.skipif(not shutil.which("bwrap"), reason="bubblewrap is not installed (apt-get install bubblewrap)")
each = pytest.mark.parametrize(("kind", "attack"), ATTACKS, ids=[attack for _, attack in ATTACKS])


def meet(kind: FaultKind, attack: str, box: Box, patience_s: float) -> Outcome:
    readable = (HOSTILE, *python_runtime())
    hostile = Launch(
        "hostile",
        (sys.executable, str(HOSTILE / "run.py")),
        HOSTILE / kind.name.lower() / attack,
        environment=(("PATIENCE", str(patience_s)),),
        box=box,
        readable=readable,
    )
    rivals = [
        Launch(name, (sys.executable, "bot.py"), ROOT / "bots" / "python" / "random", readable=readable)
        for name in ("ann", "bob")
    ]
    return play([*rivals, hostile], [("ann", "hostile", "bob")])


def fault_of(outcome: Outcome) -> tuple[FaultKind, str]:
    [fault] = outcome.faults("hostile")
    assert fault
    assert outcome.faults("ann") == outcome.faults("bob") == [None]
    return fault[:2]


def test_there_are_attacks_of_each_kind() -> None:
    assert {kind for kind, _ in ATTACKS} == set(KINDS)


@pytest.mark.parametrize(("kind", "attack"), SEEN, ids=[attack for _, attack in SEEN])
def test_a_bot_that_uses_more_than_it_may_is_ended_and_told_unconfined_too(kind: FaultKind, attack: str) -> None:
    found, sentence = fault_of(meet(kind, attack, Box(limits=FEW), PATIENCE_S))
    assert found is kind
    assert "a bot may have; " in sentence


@boxed
@each
def test_in_a_box_it_is_ended_or_refused(kind: FaultKind, attack: str) -> None:
    outcome = meet(kind, attack, Box(Level.BOXED, FEW), PATIENCE_S)
    if kind is not FaultKind.PROCESSES:
        assert fault_of(outcome)[0] is kind
    elif any(outcome.faults("hostile")):
        # The kernel has refused processes and threads; without a thread, the bot crashes or hangs.
        found, sentence = fault_of(outcome)
        assert found in {kind, FaultKind.TIMEOUT}
        assert f"{FEW.processes} processes and threads" in sentence


@each
def test_the_same_bot_succeeds_where_it_may_use_as_much(kind: FaultKind, attack: str) -> None:
    assert fault_of(meet(kind, attack, Box(limits=MANY), 1))[0] is FaultKind.ILLEGAL_ACTION
