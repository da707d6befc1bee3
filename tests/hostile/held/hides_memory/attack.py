"""A hostile bot that makes a file in memory without a name. No memory limit of a process counts the size of such a
file.
"""

import os


def attack() -> bool:
    return os.memfd_create("hidden") >= 0
