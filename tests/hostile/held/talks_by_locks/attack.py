"""A hostile bot that locks a file that every bot can read. Another bot could notice the lock and read it as a
message.
"""

import fcntl
from pathlib import Path


def attack() -> bool:
    with Path("/usr/bin/env").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
