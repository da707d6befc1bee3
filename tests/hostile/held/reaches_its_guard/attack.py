"""A hostile bot that sends a signal to its guard, the process that has started the bot and is to end it."""

import os
import signal
from pathlib import Path


def attack() -> bool:
    parent = os.getppid()
    started_by_guard = b"guard.py" in Path(f"/proc/{parent}/cmdline").read_bytes()
    os.kill(parent, signal.SIGCONT)
    return started_by_guard
