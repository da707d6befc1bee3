"""A hostile bot that locks a part of a file that every bot can read, so that another bot could notice the lock."""

import fcntl
from pathlib import Path


def attack() -> bool:
    with Path("/usr/bin/env").open("rb") as file:
        fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, 1, 7)
        return True
