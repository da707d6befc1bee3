"""Tests that the arena distinguishes the time in which a program waits for a processor from the time in which it
computes or sleeps.
"""

import os
import subprocess
import sys

import pytest

from arena.system.processes.delays import all_delayed_ns, delayed_ns, delays_ns

BURN = """
import os, time
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
print(flush=True)
end = time.monotonic() + 60
while time.monotonic() < end:
    pass
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def test_of_two_that_want_one_processor_each_waits_while_the_other_computes() -> None:
    both = [subprocess.Popen((sys.executable, "-c", BURN), stdout=subprocess.PIPE) for _ in range(2)]
    try:
        for process in both:
            assert process.stdout
            process.stdout.readline()
        before = delays_ns([both[0].pid])
        while delayed_ns(before, delays_ns([both[0].pid]), 1_000_000_000) < 10_000_000:
            assert both[0].poll() is None
    finally:
        for process in both:
            process.kill()
            process.communicate()


def test_a_thread_that_is_new_counts_whole_and_one_that_has_ended_not_at_all() -> None:
    assert delayed_ns({1: 5, 2: 7}, {1: 6, 3: 9}, 100) == 9
    assert delayed_ns({1: 5}, {}, 100) == 0


def test_no_more_counts_than_may() -> None:
    assert delayed_ns({}, {3: 9}, 8) == 8
    assert all_delayed_ns({1: 5}, {1: 6, 3: 9}, 100) == 10
    assert all_delayed_ns({1: 5}, {1: 6, 3: 9}, 8) == 8


def test_of_a_process_that_is_gone_nothing_is_known() -> None:
    process = subprocess.Popen(("true",))
    process.wait()
    assert delays_ns([process.pid]) == {}
    assert os.getpid() in delays_ns([os.getpid()])
