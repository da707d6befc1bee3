"""A hostile bot that tests whether it could send a signal to the arena; it knows the arena's process number and
command.
"""

import os
from pathlib import Path


def attack() -> bool:
    number = int(os.environ["ARENA"])
    os.kill(number, 0)
    return Path(f"/proc/{number}/cmdline").read_bytes().hex() == os.environ["ARENA_COMMAND"]
