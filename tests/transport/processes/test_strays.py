"""Tests that no process that a bot has started outlives the bot, its guard (the process that starts the bot) or the
arena, even if the process has moved to a session of its own.
"""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from arena.system.processes.children import forget, start_own
from arena.system.processes.strays import end_strays_at_once
from arena.transport.processes.launch import Launch
from arena.transport.processes.process import BotProcess
from tests.transport.hosting import ROOT, run, running
from tests.transport.processes.programs import NOTE, after, comes_true, noted

ESCAPES = {
    "a fork": "os.fork(); note(); time.sleep(600)",
    "a session of its own": "os.fork() or os.setsid(); note(); time.sleep(600)",
    "an orphan in a session of its own": (
        "if not os.fork():\n    os.setsid()\n    if os.fork(): os._exit(0)\nnote(); time.sleep(600)"
    ),
    "an orphan that runs another program": (
        f"if not os.fork():\n    os.setsid()\n    if os.fork(): os._exit(0)\n"
        f"    os.execve(sys.executable, ['x', '-c', {NOTE + 'note(); time.sleep(600)'!r}], {{}})\n"
        "note(); time.sleep(600)"
    ),
}
"""Programs that become two processes and write the numbers of both to a file."""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("escape", ESCAPES)
def test_nothing_a_bot_starts_outlives_an_arena_that_was_killed(tmp_path: Path, number: int, escape: str) -> None:
    """No process that a bot has started outlives an arena that was killed, not even a process that never reads the
    stream between bot and arena, and so never notices that the stream has ended.
    """
    bot = NOTE + ESCAPES[escape]
    arena = f"""
import asyncio, sys, time
from pathlib import Path
from arena.transport.processes.launch import Launch
from arena.transport.processes.process import BotProcess
from arena.system.processes.strays import end_strays_at_once

async def live():
    await BotProcess.start(Launch("bot", (sys.executable, "-c", {bot!r}), Path({str(tmp_path)!r})), "nowhere", "secret")
    await asyncio.sleep(600)

asyncio.run(live())
"""
    process = subprocess.Popen((sys.executable, "-c", arena), cwd=ROOT)
    assert comes_true(lambda: len(noted(tmp_path)) == 2)
    assert all(map(running, noted(tmp_path)))
    process.send_signal(number)
    process.wait()
    assert comes_true(lambda: not any(map(running, noted(tmp_path))))


@pytest.mark.parametrize("escape", ESCAPES)
def test_nothing_a_bot_starts_outlives_its_end(tmp_path: Path, escape: str) -> None:
    async def live() -> None:
        launch = Launch("bot", (sys.executable, "-c", NOTE + ESCAPES[escape]), tmp_path)
        process = await BotProcess.start(launch, "nowhere", "secret")
        while len(noted(tmp_path)) < 2:  # noqa: ASYNC110  # files have no event
            await asyncio.sleep(0.01)
        assert all(map(running, noted(tmp_path)))
        await process.end()

    run(live())
    assert not any(map(running, noted(tmp_path)))


def test_a_process_that_keeps_leaving_a_child_and_ending_itself_is_caught() -> None:
    flight = (
        "import os\nwhile True:\n    os.setsid() if os.getpid() != os.getsid(0) else 0\n    if os.fork(): os._exit(0)"
    )

    async def flee(process: BotProcess) -> None:
        await process.wait()
        await asyncio.sleep(0.5)

    assert not running(after(flight, flee).guard)


@pytest.mark.parametrize("escape", ESCAPES)
def test_what_a_bot_that_ends_its_guard_has_started_is_ended_too(tmp_path: Path, escape: str) -> None:
    last = "while len(open('pids').read().split()) < 2: time.sleep(0.01)\nos.kill(guard, 9)\ntime.sleep(600)"
    code = f"{NOTE}guard = os.getppid()\n{ESCAPES[escape].rpartition('time.sleep')[0]}\n{last}"

    async def live() -> str:
        launch = Launch("bot", (sys.executable, "-c", code), tmp_path)
        process = await BotProcess.start(launch, "nowhere", "secret")
        how = await process.wait()
        await process.end()
        return how

    assert run(live()) == "its guard was ended by signal SIGKILL"
    assert len(noted(tmp_path)) == 2
    assert comes_true(lambda: not any(Path(f"/proc/{number}").exists() for number in noted(tmp_path)))


def leave_the_session(ready: Connection) -> None:
    os.setsid()
    ready.send(None)
    time.sleep(600)


def test_what_this_process_has_started_itself_is_no_bots() -> None:
    """The arena does not mistake a process that it has started itself, such as a web server, for one that a bot has
    left behind, so it does not kill the process.
    """
    here, there = multiprocessing.Pipe(duplex=False)
    other = multiprocessing.get_context("spawn").Process(target=leave_the_session, args=(there,), daemon=True)
    other.start()
    here.recv()

    async def ended(process: BotProcess) -> None:
        assert await process.wait() == "its guard was ended by signal SIGKILL"

    after("import os, time; os.kill(os.getppid(), 9); time.sleep(600)", ended)
    assert other.is_alive()
    other.kill()
    other.join()


def test_what_was_started_in_a_session_of_its_own_is_not_ended_as_inherited() -> None:
    """The arena does not mistake a command that it has started itself in a new session for a process that a bot has
    left behind, so it does not kill the command.
    """
    own = start_own(lambda: subprocess.Popen(("sleep", "600"), start_new_session=True))
    end_strays_at_once()
    assert own.poll() is None
    own.kill()
    own.wait()
    forget(own.pid)


def start_a_bot_and_wait(ready: Connection) -> None:
    async def live() -> None:
        bot = await BotProcess.start(Launch("bot", ("sleep", "600"), Path("/")), "nowhere", "secret")
        ready.send(bot.guard)
        await asyncio.sleep(600)

    asyncio.run(live())


def test_the_guards_of_an_arena_process_that_was_killed_are_waited_for() -> None:
    with start_own(lambda: subprocess.Popen(("true",))) as first:  # from now on, this process inherits orphans
        forget(first.pid)
    here, there = multiprocessing.Pipe(duplex=False)
    player = multiprocessing.get_context("spawn").Process(target=start_a_bot_and_wait, args=(there,))
    player.start()
    guard = here.recv()
    player.kill()
    player.join()
    end_strays_at_once()
    assert not Path(f"/proc/{guard}").exists()
