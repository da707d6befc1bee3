"""A hostile bot that kills the guards of all bots, including its own. A guard is the process that starts a bot and ends
everything that the bot has started; the attack recognizes a guard by its command line.
"""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path


def attack() -> bool:
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (process / "cmdline").read_bytes().split(b"\0")
            ours = f"ARENA_OF={os.environ['ARENA_OF']}".encode()
            if any(word.endswith(b"/guard.py") for word in words) and is_of(process, ours):
                os.kill(int(process.name), signal.SIGKILL)
    time.sleep(600)
    return True


def is_of(guard: Path, mark: bytes) -> bool:
    """Returns whether a guard has started a bot whose environment contains `mark`. Only bots of the attacked arena have
    the mark, so the attack spares the guards of other arenas on this machine.

    `guard`: the folder of the guard's process in /proc.
    """
    children = (guard / "task" / guard.name / "children").read_text().split()
    return any(mark in (Path("/proc") / child / "environ").read_bytes() for child in children)
