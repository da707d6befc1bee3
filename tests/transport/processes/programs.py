"""Small programs that tests start as bots, and functions that examine their processes."""

import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from arena.transport.processes.launch import Launch
from arena.transport.processes.process import BotProcess
from tests.transport.hosting import run


def python(code: str) -> Launch:
    """Returns the launch (command and settings) of a bot that consists of this Python code."""
    return Launch("bot", (sys.executable, "-c", code), Path(__file__).parent)


def after(code: str, what: Callable[[BotProcess], Coroutine[Any, Any, None]]) -> BotProcess:
    """Starts a process, runs `what` with it, ends it, and returns it."""

    async def live() -> BotProcess:
        process = await BotProcess.start(python(code), "nowhere", "secret")
        await what(process)
        await process.end()
        return process

    return run(live())


async def wait(process: BotProcess) -> None:
    """Waits until the process has ended."""
    await process.wait()


NOTE = "import os, subprocess, sys, time\nnote = lambda: open('pids', 'a').write(f'{os.getpid()}\\n')\n"
"""The beginning of a program that calls `note` in each of its processes; `note` writes the process's number to a
file.
"""


def noted(folder: Path) -> list[int]:
    """Returns the numbers of the processes that have called `note` in this folder."""
    pids = folder / "pids"
    return list(map(int, pids.read_text().split())) if pids.exists() else []


def comes_true(question: Callable[[], bool]) -> bool:
    """Returns whether the condition becomes true within 20 seconds."""
    until = time.monotonic() + 20
    while not question() and time.monotonic() < until:
        time.sleep(0.02)
    return question()
