"""Asks whether it could signal the arena, whose number and command it was told."""

import os
from pathlib import Path


def attack() -> bool:
    number = int(os.environ["ARENA"])
    os.kill(number, 0)
    return Path(f"/proc/{number}/cmdline").read_bytes().hex() == os.environ["ARENA_COMMAND"]
