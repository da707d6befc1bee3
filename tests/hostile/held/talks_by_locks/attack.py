"""Locks a file that every bot can read: another one could feel it, and so be told a card."""

import fcntl
from pathlib import Path


def attack() -> bool:
    with Path("/usr/bin/env").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
