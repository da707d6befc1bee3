"""Asks to handle page faults itself, with which the kernel can be held up at a place of its choice."""

from tests.hostile.weapons import call

USER_MODE_ONLY = 1
STOPPED_BY = "a container that refuses it"


def attack() -> bool:
    return call("userfaultfd", USER_MODE_ONLY) >= 0
