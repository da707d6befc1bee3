"""A hostile bot that makes a file in memory without a name, whose size no memory limit of a process counts."""

import os


def attack() -> bool:
    return os.memfd_create("hidden") >= 0
