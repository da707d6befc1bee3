"""A hostile bot that mounts its own file system over a folder."""

import os
from pathlib import Path

from tests.hostile.weapons import done, libc

NEEDS_ROOT = True


def attack() -> bool:
    folder = Path(os.environ["OPEN"]) / f"mounted-{os.getpid()}"
    folder.mkdir()
    try:
        done(libc.mount(b"none", bytes(folder), b"tmpfs", 0, None))
        done(libc.umount(bytes(folder)))
    finally:
        folder.rmdir()
    return True
