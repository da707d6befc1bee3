"""Programs for tests, and what became of them."""

import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from arena.transport.processes.launch import Launch
from arena.transport.processes.process import BotProcess
from tests.transport.hosting import run


def python(code: str) -> Launch:
    """A bot of which this is all."""
    return Launch("bot", (sys.executable, "-c", code), Path(__file__).parent)


def after(code: str, what: Callable[[BotProcess], Coroutine[Any, Any, None]]) -> BotProcess:
    """A process after `what` was done with it and it was ended."""

    async def live() -> BotProcess:
        process = await BotProcess.start(python(code), "nowhere", "secret")
        await what(process)
        await process.end()
        return process

    return run(live())


async def wait(process: BotProcess) -> None:
    """Waits for its end."""
    await process.wait()


NOTE = "import os, subprocess, sys, time\nnote = lambda: open('pids', 'a').write(f'{os.getpid()}\\n')\n"
"""What begins a program that calls `note` in each process it becomes."""


def noted(folder: Path) -> list[int]:
    """The processes that have noted themselves there."""
    pids = folder / "pids"
    return list(map(int, pids.read_text().split())) if pids.exists() else []


def comes_true(question: Callable[[], bool]) -> bool:
    """Whether it is so after some patience."""
    until = time.monotonic() + 20
    while not question() and time.monotonic() < until:
        time.sleep(0.02)
    return question()
