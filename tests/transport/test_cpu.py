"""CPU time of bots: what their processes took, while they run and after their end, and nothing else."""

import asyncio
import time

import pytest

from arena.transport import Host
from arena.transport.cpu import cpu_us_by_session
from arena.transport.process import BotProcess
from arena.transport.usage import Usage, add_usage
from tests.transport.hosting import CALM, GAME, assignment, miniature, run
from tests.transport.test_process import python

THREE = ("first", "second", "third")
BURN = "import time\nwhile time.process_time() < 0.5: pass\n"
BURN_IN_A_CHILD = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {BURN!r}])\n"
LEAVE_A_CHILD_BURNING = (
    f"import subprocess, sys, time\nsubprocess.Popen([sys.executable, '-c', {BURN + 'time.sleep(600)'!r}])\n"
)
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
        return process.cpu_us({})

    assert 500_000 <= run(live()) < 1_000_000


@pytest.mark.parametrize("code", [BURN, f"{LEAVE_A_CHILD_BURNING}time.sleep(2)\n"], ids=["itself", "a child"])
def test_the_time_of_a_process_and_its_children_is_known_while_it_runs(code: str) -> None:
    async def live() -> tuple[int, int]:
        process = await BotProcess.start(python(f"{code}{STAY}"), "nowhere", "secret")
        at_first = process.cpu_us(cpu_us_by_session())
        await said(process, "done")
        then = process.cpu_us(cpu_us_by_session())
        await process.end()
        return at_first, then

    at_first, then = run(live())
    assert at_first < 400_000
    assert 480_000 <= then < 1_000_000


@pytest.mark.parametrize("stays", [True, False])
def test_the_time_of_a_child_nobody_waited_for_counts_in_the_end(stays: bool) -> None:
    code = f"{LEAVE_A_CHILD_BURNING}time.sleep(2)\n{STAY if stays else ''}"

    async def live() -> int:
        process = await BotProcess.start(python(code), "nowhere", "secret")
        await (said(process, "done") if stays else process.wait())
        await process.end()
        return process.cpu_us({})

    assert 480_000 <= run(live()) < 1_000_000


def test_a_host_tells_the_time_of_each_bot_and_that_of_the_arena_is_nobodys() -> None:
    async def live() -> tuple[dict[str, Usage], dict[str, Usage]]:
        host = Host(GAME, [miniature("behaves", name) for name in THREE], CALM, 1)
        total: dict[str, Usage] = {}
        async with host:
            await host.play([assignment(0, THREE)], lambda _: None)
            began = time.process_time()
            while time.process_time() < began + 2:
                pass
            add_usage(total, await host.take_usage())
        after = await host.take_usage()
        add_usage(total, after)
        return total, after

    total, after = run(live())
    assert total.keys() == set(THREE)
    for name in THREE:
        assert 0 <= after[name].cpu_us < total[name].cpu_us
        assert 50_000 < total[name].cpu_us < 2_000_000


def test_a_bot_that_is_started_again_keeps_the_time_of_its_earlier_processes() -> None:
    async def live(name: str) -> int:
        host = Host(GAME, [miniature(name), *(miniature("behaves", other) for other in THREE[:2])], CALM, 1)
        async with host:
            await host.play([assignment(number, (name, *THREE[:2])) for number in range(2)], lambda _: None)
        return (await host.take_usage())[name].cpu_us

    assert run(live("crashes_in_turn")) > 1.5 * run(live("behaves"))


def test_usages_add_up_bot_by_bot() -> None:
    total = {"ann": Usage(5, Usage().latencies)}
    more = Usage(7)
    more.latencies.update({3: 2})
    add_usage(total, {"ann": more, "ben": more})
    add_usage(total, {"ben": more})
    assert (total["ann"].cpu_us, total["ann"].latencies) == (12, {3: 2})
    assert (total["ben"].cpu_us, total["ben"].latencies) == (14, {3: 4})
    assert (more.cpu_us, more.latencies) == (7, {3: 2})
