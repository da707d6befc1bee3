"""Tests of a bot's process in a sandbox: signals reach the program itself, and the arena reports the program's own exit
status.
"""

import asyncio
import os
import shutil
import sys
from pathlib import Path

import pytest

from arena.sandbox.box import Box
from arena.sandbox.levels import Level
from arena.sandbox.runtime import python_runtime
from arena.system.processes.process_table import Sight
from arena.transport import Launch
from arena.transport.processes.process import BotProcess
from tests.transport.hosting import run

pytestmark = pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap")

SAYS_WHERE_IT_HANGS = """
import os, signal, subprocess, sys, time
def last_words(*_):
    print("it hangs here", flush=True)
    sys.exit(3)
signal.signal(signal.SIGTERM, last_words)
child = subprocess.Popen(["sleep", "600"])
os.write(1, b"now\\n")  # at once: print would end the line by a write of its own
time.sleep(600)
"""


async def boxed(code: str) -> BotProcess:
    command, readable = (sys.executable, "-c", code), tuple(python_runtime())
    launch = Launch("bot", command, Path(__file__).parent, box=Box(Level.BOXED), readable=readable)
    return await BotProcess.start(launch, "nowhere", "secret")


async def end_of(code: str) -> str:
    process = await boxed(code)
    how = await process.wait()
    await process.end()
    return how


def test_the_program_itself_is_asked_to_end_and_says_its_last_words() -> None:
    async def live() -> tuple[str, str]:
        process = await boxed(SAYS_WHERE_IT_HANGS)
        while not process.output():  # noqa: ASYNC110  # output has no event
            await asyncio.sleep(0.01)
        process.terminate()
        how = await process.wait()
        await process.end()
        return how, process.output()

    assert run(live()) == ("the process ended with exit status 3", "now\nit hangs here")


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("import os; os.kill(os.getpid(), 6)", "the process was ended by signal SIGABRT"),
        ("import ctypes; ctypes.string_at(0)", "the process was ended by signal SIGSEGV"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "the process was ended by signal SIGKILL"),
        ("import sys; sys.exit(7)", "the process ended with exit status 7"),
        ("import sys; sys.exit(128)", "the process ended with exit status 128"),
        ("import sys; sys.exit(255)", "the process ended with exit status 255"),
    ],
)
def test_the_end_of_the_program_is_told_as_it_would_be_without_a_box(code: str, told: str) -> None:
    assert run(end_of(code)) == told


def test_what_left_the_group_in_a_box_counts_and_ends_with_it() -> None:
    burns = "import time\nwhile time.process_time() < 0.5: pass\nprint('done', flush=True)\ntime.sleep(600)"
    code = f"import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', {burns!r}], start_new_session=True).wait()"

    async def live() -> tuple[int, list[int]]:
        process = await boxed(code)
        while "done" not in process.output():  # noqa: ASYNC110  # output has no event
            await asyncio.sleep(0.01)
        sight = Sight.now()
        process.look(sight)
        numbers = [one.number for one in sight.below(process.guard)]
        await process.end()
        return process.cpu_us(), numbers

    cpu_us, numbers = run(live())
    assert len(numbers) == 4
    assert cpu_us >= 480_000
    for number in numbers:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)
