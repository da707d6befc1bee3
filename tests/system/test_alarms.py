"""Tests that code that never returns is interrupted, also on systems without timers."""

import os
import subprocess
import sys

import pytest

from tests.system.test_importing import HIDING

LOOPING = """
from arena.system import signals

def alarm(*_):
    raise TimeoutError

for again in range(2):
    try:
        {begun}
    except TimeoutError:
        print("interrupted")
"""
WITHIN = """
from arena.system import signals

def alarm(*_):
    raise TimeoutError

rung = []
signals.every(0.05, lambda *_: rung.append("rung"))
with signals.alarmed_after(60, 60, alarm):
    started = __import__("time").process_time()
    while __import__("time").process_time() < started + 0.2: pass
    print(len(rung))
while not rung: pass
print(rung[0])
"""
WAYS = (
    "with signals.alarmed_after(0.1, 0.1, alarm):\n            while True: pass",
    "signals.every(0.1, alarm)\n        while True: pass",
)


@pytest.mark.parametrize("begun", WAYS)
@pytest.mark.parametrize("path", [str(HIDING), ""])
def test_a_loop_is_interrupted(begun: str, path: str) -> None:
    code = LOOPING.format(begun=begun)
    environment = {**os.environ, "PYTHONPATH": path}
    ran = subprocess.run(
        (sys.executable, "-c", code), env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    assert ran.stdout == "interrupted\n" * 2


@pytest.mark.parametrize("path", [str(HIDING), ""])
def test_who_looks_now_and_then_waits_while_another_sets_a_limit(path: str) -> None:
    environment = {**os.environ, "PYTHONPATH": path}
    ran = subprocess.run(
        (sys.executable, "-c", WITHIN), env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    assert ran.stdout == "0\nrung\n"
