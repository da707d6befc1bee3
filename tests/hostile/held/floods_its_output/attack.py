"""A hostile bot that prints some megabytes before it chooses."""

import sys

STOPPED_BY = "the arena, which keeps the last lines only"


def attack() -> bool:
    for _ in range(3_000):
        sys.stdout.write("x" * 999 + "\n")
    return False
