"""Lowers the priority of a process in favour of more important ones."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from arena.system.kinds import FORKS, LINUX
from arena.system.signals import every, ignore_interrupts

NICEST: Final = 19


def stand_back(by: int) -> None:
    """Lowers this process's priority by `by` steps of niceness, and keeps Ctrl-C from reaching it."""
    if FORKS:
        os.setsid()
        os.nice(by)
    else:
        ignore_interrupts()
        _lower("BELOW_NORMAL_PRIORITY_CLASS", by)


def take_what_is_left(longest_s: int) -> None:
    """Gives this process the lowest priority, so that it gets only unused processor time, and makes it end after
    `longest_s` seconds of processor time.

    On Linux this can also lower the priority of all other processes in this process's session.
    """
    if not FORKS:
        _lower("IDLE_PRIORITY_CLASS", NICEST)
        every(longest_s, lambda *_: os._exit(1))
        return
    import resource  # noqa: PLC0415  # not on Windows

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (longest_s, longest_s + 1))
    os.nice(NICEST)
    if LINUX:
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        with suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(NICEST), "ascii")


def _lower(name: str, by: int) -> None:
    """Sets this process's priority to the Windows priority called `name`, or on other systems to the niceness `by`."""
    import psutil  # noqa: PLC0415  # not installed on Linux

    psutil.Process().nice(getattr(psutil, name, by))
