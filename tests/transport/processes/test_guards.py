"""Tests of bots that end or stop their guard, the process that has started them."""

import asyncio
import sys
from pathlib import Path

from arena.transport.processes.launch import Launch
from arena.transport.processes.process import BotProcess
from tests.transport.hosting import run, running
from tests.transport.processes.programs import NOTE, after, comes_true, noted


def test_a_bot_that_ends_its_guard_is_ended_and_the_end_is_told() -> None:
    told = []

    async def live(process: BotProcess) -> None:
        told.append(await process.wait())

    process = after("import os, time; os.kill(os.getppid(), 9); time.sleep(600)", live)
    assert told == ["its guard was ended by signal SIGKILL"]
    assert comes_true(lambda: not running(process.number))


def test_a_bot_that_ends_its_guard_at_once_is_no_failure_of_the_arena() -> None:
    async def live() -> set[str]:
        launch = Launch("bot", ("/bin/sh", "-c", "kill -9 $PPID; sleep 600"), Path(__file__).parent)
        ends = set()
        for _ in range(10):
            process = await BotProcess.start(launch, "nowhere", "secret")
            ends.add(await process.wait())
            await process.end()
        return ends

    assert run(live()) == {"its guard was ended by signal SIGKILL"}


def test_a_bot_that_stops_its_guard_is_ended_all_the_same() -> None:
    async def live(process: BotProcess) -> None:
        while not process.output():  # noqa: ASYNC110  # output has no event
            await asyncio.sleep(0.01)

    process = after("import os, time; os.kill(os.getppid(), 19); print('now', flush=True); time.sleep(600)", live)
    assert not running(process.number)
    assert not running(process.guard)


def test_a_bot_that_stops_its_guard_again_and_again_is_ended_all_the_same(tmp_path: Path) -> None:
    stopping = (
        "guard = os.getppid()\nif not os.fork():\n    os.setsid()\n    note()\n    while True: os.kill(guard, 19)\n"
    )

    async def live() -> BotProcess:
        launch = Launch("bot", (sys.executable, "-c", NOTE + stopping + "note(); time.sleep(600)"), tmp_path)
        process = await BotProcess.start(launch, "nowhere", "secret")
        while len(noted(tmp_path)) < 2:  # noqa: ASYNC110  # files have no event
            await asyncio.sleep(0.01)
        await process.end()
        return process

    process = run(live())
    assert not any(map(running, (process.guard, *noted(tmp_path))))
