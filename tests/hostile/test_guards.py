"""Tests of an unconfined bot that kills the guards (the processes that start and end bots) of all bots: matches are
lost, but the league goes on and no rival is withdrawn.
"""

import os
import sys
from pathlib import Path

import pytest

from arena.match import FaultKind
from arena.sandbox.box import Box
from arena.sandbox.levels import Level
from arena.transport import Launch
from tests.transport.hosting import ROOT, play

HOSTILE = ROOT / "tests" / "hostile"
RIVALS = ("ann", "bob", "cid")


@pytest.mark.skipif(
    not Path(f"/proc/self/task/{os.getpid()}/children").exists(), reason="the kernel tells nobody's children"
)
def test_the_league_goes_on_and_no_rival_is_withdrawn() -> None:
    mark = (("ARENA_OF", str(os.getpid())),)
    command = (sys.executable, str(HOSTILE / "run.py"))
    hostile = Launch("hostile", command, HOSTILE / "guards" / "ends_all_guards", environment=mark, box=Box(Level.NONE))
    folder = ROOT / "bots" / "python" / "random"
    rivals = [Launch(name, (sys.executable, "bot.py"), folder, environment=mark) for name in RIVALS]
    outcome = play([hostile, *rivals], [("hostile", "ann", "bob")] * 4 + [RIVALS] * 2)
    assert len(outcome.finished) == 6
    assert outcome.withdrawn.keys() <= {"hostile"}
    told = {fault for one in outcome.finished[:4] for fault in one.record.faults}
    assert {(fault.kind, fault.detail) for fault in told} == {
        (FaultKind.DISCONNECT, "its guard was ended by signal SIGKILL")
    }
    assert all(not one.record.faults for one in outcome.finished[4:])
