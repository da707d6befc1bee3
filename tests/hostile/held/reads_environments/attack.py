"""A hostile bot that searches the environments of all visible processes for a rival's token."""

import os
from contextlib import suppress
from pathlib import Path


def attack() -> bool:
    own = os.environ["ARENA_TOKEN"].encode()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            told = (process / "environ").read_bytes().split(b"\0")
            if any(word.startswith(b"ARENA_TOKEN=") and own not in word for word in told):
                return True
    return False
