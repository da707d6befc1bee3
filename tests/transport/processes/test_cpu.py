"""Tests of the CPU time of bots: it includes all processes of a bot, during their lives and after their ends, and
nothing else.
"""

import asyncio
import sys
import time
from dataclasses import replace

import pytest

from arena.system.processes.process_table import Process, Sight
from arena.transport import Host
from arena.transport.crew.usage import Usage, add_usage
from arena.transport.processes.cpu import Tally
from arena.transport.processes.process import BotProcess
from tests.suite.sizes import full, latin
from tests.transport.hosting import CALM, GAME, assignment, miniature, run
from tests.transport.processes.programs import python

THREE = ("first", "second", "third")
BURN = "import time\nwhile time.process_time() < 0.25: pass\n"
BURN_IN_A_CHILD = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {BURN!r}])\n"
BURN_AND_STAY = BURN + "print(flush=True)\ntime.sleep(600)\n"
LEAVE_A_CHILD = (
    "import subprocess, sys, time\n"
    f"child = subprocess.Popen([sys.executable, '-c', {BURN_AND_STAY!r}], stdout=-1, start_new_session=SESSION)\n"
    "child.stdout.readline()\n"
)
LEAVES = {
    "a child": LEAVE_A_CHILD.replace("SESSION", "False"),
    "a child in a session of its own": LEAVE_A_CHILD.replace("SESSION", "True"),
    "an orphan in a session of its own": (
        "import os, time\nout, into = os.pipe()\nif not os.fork():\n    os.setsid()\n    if os.fork(): os._exit(0)\n"
        "    while time.process_time() < 0.25: pass\n    os.write(into, b'x')\n    time.sleep(600)\n"
        "os.wait()\nos.read(out, 1)\n"
    ),
}
"""Programs that leave a process behind; the process has used as much CPU time as the program BURN."""
STAY = "print('done', flush=True)\ntime.sleep(600)\n"


async def said(process: BotProcess, word: str) -> None:
    while word not in process.output():  # noqa: ASYNC110  # output has no event
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("code", [BURN, BURN_IN_A_CHILD], ids=["itself", "a child"])
def test_the_time_of_a_process_that_ended_by_itself_is_all_it_took(code: str) -> None:
    async def live() -> int:
        process = await BotProcess.start(python(code), "nowhere", "secret")
        await process.wait()
        await process.end()
        return process.cpu_us()

    assert 250_000 <= run(live()) < 1_000_000


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(BURN, id="itself"),
        *(pytest.param(code, id=name, marks=() if "orphan" in name else full) for name, code in LEAVES.items()),
    ],
)  # in `make test`, the next test checks other children
def test_the_time_of_a_process_and_all_it_started_is_known_while_it_runs(code: str) -> None:
    async def live() -> tuple[int, int]:
        process = await BotProcess.start(python(f"{code}{STAY}"), "nowhere", "secret")
        process.look(Sight.now())
        at_first = process.cpu_us()
        await said(process, "done")
        process.look(Sight.now())
        then = process.cpu_us()
        await process.end()
        return at_first, then

    at_first, then = run(live())
    assert at_first < 200_000
    assert 240_000 <= then < 1_500_000


@pytest.mark.parametrize(("name", "stays"), latin(tuple(LEAVES), [True, False]))
def test_the_time_of_what_nobody_waited_for_counts_in_the_end(name: str, stays: bool) -> None:
    code = f"{LEAVES[name]}{STAY if stays else ''}"

    async def live() -> int:
        process = await BotProcess.start(python(code), "nowhere", "secret")
        await (said(process, "done") if stays else process.wait())
        await process.end()
        return process.cpu_us()

    assert 240_000 <= run(live()) < 1_500_000


def sight(*processes: tuple[int, int, int, int]) -> Sight:
    """Returns a snapshot of processes, each given by number, parent, own CPU time and CPU time of its collected
    children, in microseconds.
    """
    return Sight(
        {number: Process(number, 7, own_us, waited_us) for number, _, own_us, waited_us in processes},
        {number: parent for number, parent, _, _ in processes},
    )


def told(*sights: Sight) -> list[int]:
    tally = Tally(10)
    totals = []
    for seen in sights:
        tally.look(seen)
        totals.append(tally.total_us)
    return totals


def test_what_is_waited_for_counts_once_and_the_root_itself_not_at_all() -> None:
    running = sight((10, 1, 900, 0), (11, 10, 50, 0), (12, 11, 30, 5), (13, 1, 800, 0))
    waited = sight((10, 1, 900, 0), (11, 10, 50, 40))
    gone = sight((10, 1, 900, 95))
    assert told(running, waited, gone, sight()) == [85, 90, 95, 95]


def test_what_ends_and_is_never_waited_for_counts_as_it_was_seen_last() -> None:
    looks = [sight((10, 1, 0, 0), (11, 10, 1, 0), (number, 11, 100, 0)) for number in range(20, 25)]
    assert told(*looks) == [101, 201, 301, 401, 501]


def test_what_was_missed_once_because_its_parent_ended_just_then_counts_once() -> None:
    before = sight((10, 1, 0, 0), (11, 10, 10, 0), (12, 11, 100, 0))
    torn = sight((10, 1, 0, 0), (12, 11, 100, 0))
    then = sight((10, 1, 0, 10), (12, 10, 100, 0))
    assert told(before, torn, then, then, then) == [110] * 5


def test_processes_that_seem_to_descend_from_each_other_are_counted_once() -> None:
    assert told(sight((10, 12, 1, 0), (11, 10, 2, 0), (12, 11, 4, 0))) == [6]


def test_a_host_tells_the_time_of_each_bot_and_that_of_the_arena_is_nobodys() -> None:
    async def live() -> tuple[dict[str, Usage], dict[str, Usage]]:
        host = Host(GAME, [miniature("behaves", name) for name in THREE], CALM, 1)
        total: dict[str, Usage] = {}
        async with host:
            await host.play([assignment(0, THREE)], lambda _: None)
            began = time.process_time()
            while time.process_time() < began + 0.8:
                pass
            add_usage(total, await host.take_usage())
        after = await host.take_usage()
        add_usage(total, after)
        return total, after

    total, after = run(live())
    assert total.keys() == set(THREE)
    for name in THREE:
        assert 0 <= after[name].cpu_us < total[name].cpu_us
        assert 50_000 < total[name].cpu_us < 800_000


def test_a_bot_that_is_started_again_keeps_the_time_of_its_earlier_processes() -> None:
    crashes = miniature("crashes_in_turn")
    burns = replace(crashes, command=(sys.executable, "-c", f"{BURN}import runpy\nrunpy.run_path('../run.py')"))

    async def live() -> int:
        host = Host(GAME, [burns, *(miniature("behaves", other) for other in THREE[:2])], CALM, 1)
        async with host:
            await host.play([assignment(number, (burns.name, *THREE[:2])) for number in range(2)], lambda _: None)
        return (await host.take_usage())[burns.name].cpu_us

    assert run(live()) >= 500_000  # twice what one process burns


def test_usages_add_up_bot_by_bot() -> None:
    total = {"ann": Usage(5, Usage().latencies)}
    more = Usage(7)
    more.latencies.update({3: 2})
    add_usage(total, {"ann": more, "ben": more})
    add_usage(total, {"ben": more})
    assert (total["ann"].cpu_us, total["ann"].latencies) == (12, {3: 2})
    assert (total["ben"].cpu_us, total["ben"].latencies) == (14, {3: 4})
    assert (more.cpu_us, more.latencies) == (7, {3: 2})
