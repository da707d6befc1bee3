"""Lists the processes below the arena on systems other than Linux."""

import os

import psutil

from arena.system.processes.thread_guard import guards

ASKED = ["ppid", "create_time", "cpu_times", "num_threads", "memory_info"]
US_PER_S = 1_000_000
Told = tuple[int, int, int, int, int, int, int, str]
"""The fields of a `Process` (in `process_table`) in order, up to the program's name."""


def seen() -> tuple[list[Told], dict[int, int]]:
    """Returns the processes below this one, and a dict that maps the number of each to the number of its parent.

    A guard that is a thread counts as a process between this one and the program that it runs.
    """
    processes: list[Told] = []
    parents: dict[int, int] = {}
    for process in psutil.Process().children(recursive=True):
        _add(process, processes, parents)
    for number, guard in list(guards.items()):
        there = set(guard.numbers())
        for one in there - parents.keys():
            try:
                _add(psutil.Process(one), processes, parents)
            except psutil.Error:
                continue
        parents |= {one: number for one in there & parents.keys() if parents[one] not in there}
        processes.append((number, 0, 0, 0, 0, 0, 0, ""))
        parents[number] = os.getpid()
    return processes, parents


def name(process: psutil.Process) -> str:
    """Returns the name of a process's program; empty if the system does not report it, as under Wine."""
    try:
        return str(process.name())
    except (psutil.Error, OSError):
        return ""


def _add(process: psutil.Process, processes: list[Told], parents: dict[int, int]) -> None:
    try:
        told = process.as_dict(ASKED)
    except psutil.Error:  # it has ended
        return
    times, memory = told["cpu_times"], told["memory_info"]
    began, own = told["create_time"] or 0, times.user + times.system if times else 0
    parents[process.pid] = told["ppid"]
    processes.append(
        (
            process.pid,
            round(began * US_PER_S),
            round(own * US_PER_S),
            0,
            0,
            told["num_threads"] or 1,
            memory.rss if memory else 0,
            name(process),
        )
    )
