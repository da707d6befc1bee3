"""Tests that the memory which processes share is measured in a separate thread, so that matches go on meanwhile, and
that the measurement ends after a limited time.
"""

import asyncio
import threading
import time

import pytest

from arena.match import FaultKind
from arena.sandbox.limits import MB, Limits
from arena.system.processes import process_table as sights
from arena.system.processes.process_table import Process, Sight
from arena.transport.machine.watch import Watch
from arena.transport.processes.excess import Excess, excess

LIMITS = Limits(memory_mb=100)
LARGE = [Process(number, 7, 0, 0, resident=80 * MB, name="large") for number in (5, 6, 7)]


def look() -> list[Excess | None]:
    """Checks the memory of a bot with the processes in LARGE, as a host does: first without, then with a measurement
    of their shared memory. Returns both results: the limit that the bot exceeds, or None.
    """
    found: list[Excess | None] = []
    watch = Watch(lambda sight: found.append(excess(LARGE, LIMITS, sight)))
    asyncio.run(watch.look())
    return found


def test_it_is_weighed_in_a_thread_before_it_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[threading.Thread] = []

    def own_memory(_: Process) -> int:
        threads.append(threading.current_thread())
        return 20 * MB

    monkeypatch.setattr(sights, "own_memory", own_memory)
    assert look() == [None, None]
    assert len(threads) == 3
    assert threading.main_thread() not in threads


def test_what_is_too_much_is_told_at_the_same_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sights, "own_memory", lambda _: 40 * MB)
    first, found = look()
    assert first is None
    assert found
    assert (found.kind, found.sentence) == (
        FaultKind.MEMORY,
        "used 120 MB of the 100 MB a bot may have; its largest process was large",
    )


def test_what_takes_too_long_to_weigh_counts_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    weighed: list[Process] = []

    def own_memory(process: Process) -> int:
        weighed.append(process)
        until_s = time.thread_time() + 2 * LIMITS.memory_mb * MB / sights.WEIGHED_BYTES_S
        while time.thread_time() < until_s:
            pass
        return 1

    monkeypatch.setattr(sights, "own_memory", own_memory)
    _, found = look()
    assert len(weighed) == 1
    assert found
    assert "used 160 MB" in found.sentence


def test_what_is_within_its_limits_is_not_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sights, "own_memory", lambda _: 1 / 0)
    shown: list[Sight] = []
    watch = Watch(shown.append)
    asyncio.run(watch.look())
    assert len(shown) == 1
    assert excess(LARGE[:1], LIMITS, shown[0]) is None
