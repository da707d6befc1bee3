"""Reads the environment of the first process, and of the arena: secrets of the machine are there."""

import os
from contextlib import suppress
from pathlib import Path


def attack() -> bool:
    for number in ("1", os.environ["ARENA"]):
        with suppress(OSError):
            if Path(f"/proc/{number}/environ").read_bytes():
                return True
    return False
