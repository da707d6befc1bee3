"""A hostile bot that makes a device file through which it could read or write a disk of the machine."""

import os
import stat
from contextlib import suppress
from pathlib import Path

NEEDS_ROOT = True


def attack() -> bool:
    for folder in ("/tmp", "/dev/shm", os.environ["OPEN"]):
        path = f"{folder}/hostile-disk-{os.getpid()}"
        with suppress(OSError):
            os.mknod(path, stat.S_IFBLK | 0o600, os.makedev(7, 0))
            Path(path).unlink()
            return True
    return False
