"""A hostile bot that opens many files to send one bit. Every program can read the machine's number of open files."""

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
