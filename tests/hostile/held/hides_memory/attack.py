"""A hostile bot that makes a nameless file in memory. No memory limit of a process counts the size of such a file."""

import os


def attack() -> bool:
    return os.memfd_create("hidden") >= 0
