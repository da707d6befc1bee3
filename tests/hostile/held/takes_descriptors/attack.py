"""A hostile bot that takes an open file from a rival, for example the rival's stream to the arena."""

from contextlib import suppress

from tests.hostile.weapons import call, rivals

STOPPED_BY = "kernel.yama.ptrace_scope"


def attack() -> bool:
    for rival in rivals():
        with suppress(OSError):
            return call("pidfd_getfd", call("pidfd_open", rival, 0), 1, 0) >= 0
    return False
