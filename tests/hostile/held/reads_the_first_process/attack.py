"""A hostile bot that reads the environments of the machine's first process and of the arena, which may contain
secrets.
"""

import os
from contextlib import suppress
from pathlib import Path


def attack() -> bool:
    for number in ("1", os.environ["ARENA"]):
        with suppress(OSError):
            if Path(f"/proc/{number}/environ").read_bytes():
                return True
    return False
