"""CPU time of running processes, as Linux tells it; elsewhere nothing is known until a process has ended."""

import os
from pathlib import Path
from typing import Final

US_PER_S: Final = 1_000_000
SESSION: Final = 3
"""Places of fields behind the program's name in /proc/PID/stat; the times are in ticks."""
FIRST_TIME: Final = 11
LAST_TIME: Final = 14


def cpu_us_by_session() -> dict[int, int]:
    """For each session its processes' CPU time and that of the children they have waited for, in microseconds.

    Reads the state of every process of the machine: some milliseconds.
    """
    tick_us = US_PER_S // os.sysconf("SC_CLK_TCK")
    sessions: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:  # the program's name, in brackets, may have any characters
            fields = (folder / "stat").read_bytes().rpartition(b")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        session = int(fields[SESSION])
        ticks = sum(map(int, fields[FIRST_TIME : LAST_TIME + 1]))
        sessions[session] = sessions.get(session, 0) + ticks * tick_us
    return sessions
