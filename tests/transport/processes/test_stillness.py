"""Tests of stillness: a bot's processes are stopped when it is not the bot's turn, and any CPU time that they still use
is reported.
"""

import asyncio
import os
import sys
import time
from pathlib import Path

import pytest

from arena.match import FaultKind
from arena.system.processes.process_table import Process, Sight, began
from arena.transport.processes import stillness
from arena.transport.processes.process import BotProcess
from arena.transport.processes.stillness import Stillness
from tests.transport.hosting import run, running
from tests.transport.processes.programs import python

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

THREE = """
import os, time
os.fork() and os.fork()
os.getpid() == os.getsid(0) or os.setsid()
print("now", flush=True)
while True: pass
"""


def state(number: int) -> str:
    return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]


async def all_become(numbers: list[int], states: str) -> bool:
    for _ in range(2_000):
        if all(state(number) in states for number in numbers):
            break
        await asyncio.sleep(0.01)
    return all(state(number) in states for number in numbers)


def test_all_processes_are_stopped_and_go_on_and_end_whatever_they_are() -> None:
    async def live() -> None:
        process, still = await BotProcess.start(python(THREE), "nowhere", "secret"), Stillness()
        while process.output().count("now") < 3:  # noqa: ASYNC110  # output has no event
            await asyncio.sleep(0.01)
        process.look(Sight.now())
        numbers = [one.number for one in process.processes()]
        assert len(numbers) == 3
        still.look(process.processes()[:2], 0, time.monotonic_ns())
        still.stop()
        assert await all_become(numbers[:2], "T")
        assert state(numbers[2]) == "R"
        # the third process is stopped when `look` sees it first
        still.look(process.processes(), 0, time.monotonic_ns())
        assert await all_become(numbers, "T")
        still.resume()
        assert await all_become(numbers, "R")
        still.stop()
        await process.end()
        still.close()
        assert not any(map(running, numbers))

    run(live())


def test_nothing_is_sent_to_who_has_the_number_now() -> None:
    async def live() -> str:
        process, still = (
            await BotProcess.start(python("import time; time.sleep(600)"), "nowhere", "secret"),
            Stillness(),
        )
        another = Process(process.number, (began(process.number) or 0) - 1, 0, 0)
        still.look([another], 0, time.monotonic_ns())
        still.stop()
        await asyncio.sleep(0.1)
        how = state(process.number)
        await process.end()
        return how

    assert run(live()) != "T"


@pytest.fixture
def now_s(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Returns a list whose only element is the simulated time in seconds, which the test may change. Also simulates two
    processors.
    """
    now = [1_000.0]
    monkeypatch.setattr(time, "monotonic_ns", lambda: int(now[0] * 1e9))
    monkeypatch.setattr(stillness, "available_cores", lambda: 2)
    return now


def test_what_it_uses_in_its_own_turn_is_its_own_affair(now_s: list[float]) -> None:
    still = Stillness()
    assert still.look([], 50_000_000, time.monotonic_ns()) is None  # the CPU time of the start
    still.stop()
    still.look([], 50_000_000, time.monotonic_ns())
    still.resume()
    now_s[0] += 3
    assert still.look([], 56_000_000, time.monotonic_ns()) is None
    now_s[0] += 1
    still.stop()
    now_s[0] += 2
    assert still.look([], 58_400_000, time.monotonic_ns()) is None


def test_what_it_uses_while_others_have_the_turn_is_told(now_s: list[float]) -> None:
    still = Stillness()
    still.stop()
    still.look([], 0, time.monotonic_ns())
    now_s[0] += 1
    assert still.look([], 1_000_000, time.monotonic_ns()) is None  # too soon to tell
    still.resume()
    now_s[0] += 0.25
    still.stop()
    now_s[0] += 0.75
    found = still.look([], 1_100_000, time.monotonic_ns())
    assert found
    assert found.kind is FaultKind.OUT_OF_TURN
    assert found.sentence == "used 1.1 s of CPU time within 2.0 s, of which it had the turn for 0.2 s"


def test_what_it_used_between_being_seen_and_being_looked_at_is_not_told_of_the_time_after(now_s: list[float]) -> None:
    """CPU time from before a stop is not held against a bot, even if the arena checks its measurement late.

    The first measurement shows no CPU time; it is made 5 s before the stop and checked just after the stop. The second
    shows 9 s of CPU time and is no fault, because two processors can give 10 s in those 5 s. The third shows 1 s more
    and is a fault, because the bot stayed stopped after the second.
    """
    still = Stillness()
    seen_ns = time.monotonic_ns()
    now_s[0] += 5  # the bot has the turn for 5 s, on two processors
    still.stop()
    assert still.look([], 0, seen_ns) is None
    now_s[0] += 3
    assert still.look([], 9_000_000, time.monotonic_ns()) is None
    now_s[0] += 3
    assert still.look([], 10_000_000, time.monotonic_ns())


@pytest.mark.parametrize("error", [FileNotFoundError, ProcessLookupError, PermissionError])
def test_a_process_that_ends_while_processes_are_read_is_left_out(
    error: type[OSError], monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, real = f"/proc/{os.getpid()}/stat", os.open

    def ended(path: str, *rest: int, **named: int) -> int:
        if path == mine:
            raise error
        return real(path, *rest, **named)

    assert Sight.now().below(os.getppid())
    monkeypatch.setattr("os.open", ended)
    assert os.getpid() not in {process.number for process in Sight.now().below(os.getppid())}
    assert began(os.getpid()) is None
