"""Makes a file that nobody can see, which no limit of memory counts."""

import os


def attack() -> bool:
    return os.memfd_create("hidden") >= 0
