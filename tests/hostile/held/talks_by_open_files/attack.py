"""A hostile bot that sends one bit by opening files, because every program can read how many files are open on the
machine.
"""

import os
from pathlib import Path

COUNT = Path("/proc/sys/fs/file-nr")
OPEN_CONFINED = True
FILES = 200


def attack() -> bool:
    before = COUNT.read_text()
    for _ in range(FILES):
        os.open("/bin/sh", os.O_RDONLY)
    return COUNT.read_text() != before
