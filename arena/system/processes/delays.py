"""The times that threads had to wait for a processor (known only on Linux)."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from arena.system.processes.process_table import PROC

WAITED: Final = 1
"""The index of the waiting time, in nanoseconds, among the fields of the file /proc/PID/schedstat."""


def delays_ns(processes: Iterable[int]) -> dict[int, int]:
    """Returns how many nanoseconds each thread of these processes has waited for a processor since its start. The keys
    are the threads' ids.
    """
    found = {}
    for process in processes:
        with suppress(OSError):  # it has ended
            for thread in Path(PROC, str(process), "task").iterdir():
                # the thread has ended, or the kernel does not count waits
                with suppress(OSError, IndexError, ValueError):
                    found[int(thread.name)] = int((thread / "schedstat").read_text("ascii").split()[WAITED])
    return found


def delayed_ns(before: Mapping[int, int], after: Mapping[int, int], most_ns: int) -> int:
    """Returns the longest time in ns that any single thread waited for a processor between two results of
    `delays_ns`; `most_ns` if it waited longer.

    The time includes waiting that a program causes itself, if its own threads take the processors from each other.
    """
    return min(most_ns, max((waited - before.get(thread, 0) for thread, waited in after.items()), default=0))


def all_delayed_ns(before: Mapping[int, int], after: Mapping[int, int], most_ns: int) -> int:
    """Returns the sum of the times in ns that all threads waited for a processor between two results of `delays_ns`;
    `most_ns` if the sum is larger.

    If only one thread of a program works at a time, this sum is the program's whole delay.
    """
    return min(most_ns, sum(waited - before.get(thread, 0) for thread, waited in after.items()))
