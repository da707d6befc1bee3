"""A hostile bot that chooses the processors on which it runs."""

import os


def attack() -> bool:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    return True
