"""A hostile bot that attaches to a rival as a debugger does."""

from contextlib import suppress

from tests.hostile.weapons import done, libc, rivals

SEIZE = 0x4206
STOPPED_BY = "kernel.yama.ptrace_scope"


def attack() -> bool:
    for rival in rivals():
        with suppress(OSError):
            done(libc.ptrace(SEIZE, rival, None, None))
            return True
    return False
