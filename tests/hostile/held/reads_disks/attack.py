"""A hostile bot that reads a disk of the machine directly, without regard to the rights of its files."""

import os
import stat
from contextlib import suppress
from pathlib import Path

NEEDS_ROOT = True
STOPPED_BY = "a container without disks"


def attack() -> bool:
    for path in Path("/dev").iterdir():
        with suppress(OSError):
            if stat.S_ISBLK(path.stat().st_mode):
                os.close(os.open(path, os.O_RDONLY))
                return True
    return False
