"""The processes of this machine and the resources they use; on systems other than Linux, only the processes below the
arena.
"""

import os
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple, Self

from arena.system.kinds import LINUX

US_PER_S: Final = 1_000_000
KB: Final = 1_024
WEIGHED_BYTES_S: Final = 4_000_000_000
"""The least speed of `weigh`, in bytes per second. For a group of processes it may use (the group's memory limit / this
speed) seconds of processor time; usually a tenth of that time is enough.
"""
PROC: Final = "/proc"
CLOSED: Final = (FileNotFoundError, ProcessLookupError, PermissionError)
"""The errors of opening a file in /proc if its process has ended, ends at this moment, or belongs to another user."""
STATE, PARENT, SESSION, OWN, WAITED, THREADS, BEGAN, RESIDENT = 0, 1, 3, slice(11, 13), slice(13, 15), 17, 19, 21
"""The indices of fields in /proc/PID/stat, counted after the program's name. Times are in ticks, memory is in pages.

OWN: the process's user and system CPU time. WAITED: the same two times of its children that were waited for.
"""
ENDED: Final = b"Z"


class Process(NamedTuple):
    """A process that is running, or has ended but was not waited for yet."""

    number: int
    began: int
    """The start of the process, which distinguishes it from a later process with the same number.

    In ticks on Linux, and in microseconds on other systems.
    """
    own_us: int
    """The process's own CPU time, in microseconds, without that of its children."""
    waited_us: int
    """The CPU time, in microseconds, of the ended children that the process has waited for; includes their own
    `waited_us`. Always 0 on systems other than Linux.
    """
    session: int = 0
    threads: int = 1
    resident: int = 0
    """The process's memory in bytes, including all memory that it shares with other processes."""
    name: str = ""
    """The name of the process's program, which the system may cut short and the process may change."""
    headless: bool = False
    """Whether the process's first thread has ended while other threads run on; then the system hides the process's
    memory and files.
    """


def began(number: int) -> int | None:
    """Returns the start of the process with this number, in ticks; None if there is no such process."""
    try:
        file = os.open(f"{PROC}/{number}/stat", os.O_RDONLY)
    except CLOSED:
        return None
    try:
        return int(os.read(file, 4_096).rpartition(b")")[2].split()[BEGAN])
    except ProcessLookupError:
        return None
    finally:
        os.close(file)


def own_memory(process: Process) -> int:
    """Returns a process's memory in bytes; 0 if the process has ended. Of memory that the process shares with others,
    only its share counts, or all of it if the share cannot be known.

    The system must examine each page of the memory for this, which takes a second for about fifty gigabytes.
    """
    if not LINUX:
        return process.resident
    with suppress(OSError, ValueError):
        file = os.open(f"{PROC}/{process.number}/smaps_rollup", os.O_RDONLY)
        try:
            told = os.read(file, 4_096)
        finally:
            os.close(file)
        values = dict(line.split(b":", 1) for line in told.splitlines()[1:])
        return sum(int(values[key].split()[0]) * KB for key in (b"Pss", b"SwapPss") if key in values)
    return process.resident if began(process.number) == process.began else 0


class Sight:
    """A snapshot of the machine's processes, all read at about the same moment."""

    def __init__(self, processes: dict[int, Process], parents: dict[int, int], began_ns: int = 0) -> None:
        self.began_ns = began_ns
        """The time when the reading began, in nanoseconds of the monotonic clock; no data in the snapshot are older."""
        self.heavy: list[tuple[list[Process], int]] = []
        """The groups of processes that `weigh` must still measure, each with the limit in bytes on the memory of the
        whole group; `own_memory` adds groups.
        """
        self._weighed: dict[int, int] = {}
        self._processes = processes
        self._children: dict[int, list[int]] = defaultdict(list)
        for number, parent in parents.items():
            self._children[parent].append(number)

    @classmethod
    def now(cls) -> Self:
        """Returns a snapshot of the present processes; raises OSError if they cannot be read.

        A hundred processes take about a millisecond.
        """
        began_ns = time.monotonic_ns()
        if not LINUX:
            from arena.system.processes.portable import seen  # noqa: PLC0415  # needs a package of other systems

            those, above = seen()
            return cls({one[0]: Process(*one) for one in those}, above, began_ns)
        tick_us = US_PER_S // os.sysconf("SC_CLK_TCK")
        page = os.sysconf("SC_PAGE_SIZE")
        processes, parents = {}, {}
        for number in map(int, filter(str.isdecimal, os.listdir(PROC))):  # noqa: PTH208  # pathlib takes twice the time
            try:
                file = os.open(f"{PROC}/{number}/stat", os.O_RDONLY)
            except CLOSED:
                continue
            try:
                told = os.read(file, 4_096)
            except ProcessLookupError:  # it has ended
                continue
            finally:
                os.close(file)
            before, _, after = told.rpartition(b")")  # the program's name, in brackets, may have any characters
            fields = after.split()
            parents[number] = int(fields[PARENT])
            own_us, waited_us = (sum(map(int, fields[place])) * tick_us for place in (OWN, WAITED))
            processes[number] = Process(
                number,
                int(fields[BEGAN]),
                own_us,
                waited_us,
                int(fields[SESSION]),
                int(fields[THREADS]),
                int(fields[RESIDENT]) * page,
                before.partition(b"(")[2].decode("utf-8", "replace"),
                fields[STATE] == ENDED and int(fields[THREADS]) > 1,
            )
        return cls(processes, parents, began_ns)

    @classmethod
    def none(cls) -> Self:
        """Returns a snapshot without processes."""
        return cls({}, {})

    def own_memory(self, processes: list[Process], most: int) -> dict[Process, int] | None:
        """Returns the memory in bytes of each of these processes, as `weigh` has measured it.

        If any process was not measured yet, returns None and adds all these processes to `heavy` for the next `weigh`.
        `most`: the limit in bytes on the memory of all these processes together.
        """
        if all(process.number in self._weighed for process in processes):
            return {process: self._weighed[process.number] for process in processes}
        self.heavy.append((processes, most))
        return None

    def weigh(self) -> None:
        """Measures the memory of the processes in `heavy`. If a group takes longer than WEIGHED_BYTES_S allows, shared
        memory counts in full for its remaining processes.
        """
        while self.heavy:
            processes, most = self.heavy.pop()
            until_s = time.thread_time() + most / WEIGHED_BYTES_S
            for process in processes:
                in_time = time.thread_time() < until_s
                self._weighed[process.number] = own_memory(process) if in_time else process.resident

    def process(self, number: int) -> Process | None:
        """Returns the process with this number; None if there is no such process."""
        return self._processes.get(number)

    def children(self, number: int) -> list[int]:
        """The numbers of a process's children."""
        return self._children.get(number, [])

    def child(self, number: int) -> int | None:
        """The number of the oldest child of a process; None if it has none."""
        return min(self._children.get(number, ()), key=lambda child: self._processes[child].began, default=None)

    def below(self, number: int) -> Iterator[Process]:
        """All processes below the process with this number: its children, their children, and so on."""
        seen, waiting = {number}, [number]
        while waiting:
            children = [child for child in self._children.get(waiting.pop(), ()) if child not in seen]
            seen.update(children)
            waiting += children
            yield from map(self._processes.__getitem__, children)
