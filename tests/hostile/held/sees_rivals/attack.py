"""Finds rivals in /proc: their names, when they compute and how much memory they have can be read there."""

from tests.hostile.weapons import rivals

OPEN_CONFINED = True


def attack() -> bool:
    return any(rivals())
