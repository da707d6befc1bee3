"""A hostile bot that finds rivals in /proc, where it could read their names, their computing times and their memory."""

from tests.hostile.weapons import rivals

OPEN_CONFINED = True


def attack() -> bool:
    return any(rivals())
