"""A hostile bot that stops each other bot that it can find, and continues it at once, because one successful stop
proves the attack.
"""

import os
import signal
from contextlib import suppress
from pathlib import Path


def attack() -> bool:
    stopped = False
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            told = (process / "environ").read_bytes()
            if b"RIVAL=1" in told and int(process.name) != os.getpid():
                os.kill(int(process.name), signal.SIGSTOP)
                os.kill(int(process.name), signal.SIGCONT)
                stopped = True
    return stopped
