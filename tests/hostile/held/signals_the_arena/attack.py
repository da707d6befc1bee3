"""Asks whether it could signal the arena, whose number and program it was told."""

import os
from pathlib import Path


def attack() -> bool:
    number = int(os.environ["ARENA"])
    os.kill(number, 0)
    return b"pytest" in Path(f"/proc/{number}/cmdline").read_bytes()
