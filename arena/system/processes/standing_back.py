"""Lowers the priority of a process beside a more important one."""

import os

from arena.system.kinds import FORKS
from arena.system.signals import ignore_interrupts


def stand_back(by: int) -> None:
    """Hears no Ctrl-C from now on, which is for who started this process, and leaves processors to others."""
    if FORKS:
        os.setsid()
        os.nice(by)
    else:
        ignore_interrupts()
