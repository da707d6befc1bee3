"""The processes of this machine and what they use; elsewhere than on Linux, those below the arena."""

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
"""Of what processes may have together, for each second of processor time in which they are weighed: in that the system
looks at about ten times as much.
"""
PROC: Final = "/proc"
STATE, PARENT, SESSION, OWN, WAITED, THREADS, BEGAN, RESIDENT = 0, 1, 3, slice(11, 13), slice(13, 15), 17, 19, 21
"""Places of fields behind the program's name in /proc/PID/stat; times are in ticks, memory is in pages."""
ENDED: Final = b"Z"


class Process(NamedTuple):
    """A process, running or ended and not yet waited for."""

    number: int
    began: int
    """In ticks; with the number it tells one process from a later one."""
    own_us: int
    """Its CPU time."""
    waited_us: int
    """That of its children that it has waited for, and of theirs."""
    session: int = 0
    threads: int = 1
    resident: int = 0
    """Bytes of memory it has, those it shares among them."""
    name: str = ""
    """That of its program, cut by the system; it may call itself what it likes."""
    headless: bool = False
    """Whether its first thread has ended and others go on: then the system tells neither its memory nor its files."""


def began(number: int) -> int | None:
    """When the process with this number began, in ticks; None if there is none."""
    try:
        file = os.open(f"{PROC}/{number}/stat", os.O_RDONLY)
    except (FileNotFoundError, PermissionError):
        return None
    try:
        return int(os.read(file, 4_096).rpartition(b")")[2].split()[BEGAN])
    except ProcessLookupError:
        return None
    finally:
        os.close(file)


def own_memory(process: Process) -> int:
    """Its memory in bytes, with its share of what others have too; all of that where this cannot be known; 0 if it has
    ended.

    The system looks at each page for that: a second for some fifty gigabytes.
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
    """All processes of the machine, at about one moment."""

    def __init__(self, processes: dict[int, Process], parents: dict[int, int], began_ns: int = 0) -> None:
        self.began_ns = began_ns
        """When that was, at the earliest."""
        self.heavy: list[tuple[list[Process], int]] = []
        """Those asked for in `own_memory` and not weighed yet, as they belong together, and what they may have."""
        self._weighed: dict[int, int] = {}
        self._processes = processes
        self._children: dict[int, list[int]] = defaultdict(list)
        for number, parent in parents.items():
            self._children[parent].append(number)

    @classmethod
    def now(cls) -> Self:
        """What can be seen now, a millisecond for a hundred processes; raises OSError."""
        began_ns = time.monotonic_ns()
        if not LINUX:
            from arena.system.processes.elsewhere import seen  # noqa: PLC0415  # needs a package of other systems

            those, above = seen()
            return cls({one[0]: Process(*one) for one in those}, above, began_ns)
        tick_us = US_PER_S // os.sysconf("SC_CLK_TCK")
        page = os.sysconf("SC_PAGE_SIZE")
        processes, parents = {}, {}
        for number in map(int, filter(str.isdecimal, os.listdir(PROC))):  # noqa: PTH208  # pathlib takes twice the time
            try:
                file = os.open(f"{PROC}/{number}/stat", os.O_RDONLY)
            except (FileNotFoundError, PermissionError):  # it has ended, or is another user's
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
        """Nothing to be seen."""
        return cls({}, {})

    def own_memory(self, processes: list[Process], most: int) -> dict[Process, int] | None:
        """What each has, with its share of what others have too, in bytes; None, and they are heavy, until they are
        weighed. `most`: what they may have together.
        """
        if all(process.number in self._weighed for process in processes):
            return {process: self._weighed[process.number] for process in processes}
        self.heavy.append((processes, most))
        return None

    def weigh(self) -> None:
        """Looks at what is heavy. Of those that belong together, what would take too long counts whole."""
        while self.heavy:
            processes, most = self.heavy.pop()
            until_s = time.thread_time() + most / WEIGHED_BYTES_S
            for process in processes:
                in_time = time.thread_time() < until_s
                self._weighed[process.number] = own_memory(process) if in_time else process.resident

    def process(self, number: int) -> Process | None:
        """The process with this number."""
        return self._processes.get(number)

    def children(self, number: int) -> list[int]:
        """The numbers of a process's children."""
        return self._children.get(number, [])

    def child(self, number: int) -> int | None:
        """The oldest child of a process."""
        return min(self._children.get(number, ()), key=lambda child: self._processes[child].began, default=None)

    def below(self, number: int) -> Iterator[Process]:
        """The children of a process, and theirs."""
        seen, waiting = {number}, [number]
        while waiting:
            children = [child for child in self._children.get(waiting.pop(), ()) if child not in seen]
            seen.update(children)
            waiting += children
            yield from map(self._processes.__getitem__, children)
