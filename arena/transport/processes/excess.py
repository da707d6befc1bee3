"""Detects bots that exceed their limits, and explains failures that a limit has caused.

The arena measures a bot's processes to check some limits. The kernel enforces other limits itself: a program that
reaches such a limit ends in a way that depends on the program. Then the signal that ended the program, or an error
message in its last lines such as "out of memory", tells the arena which limit it was. If a bot prints such a message
without having reached the limit, its failure is explained wrongly.
"""

import re
from collections import Counter
from typing import Final, NamedTuple

from arena.match import FaultKind
from arena.sandbox.limits import MB, OPEN_FILES, TEMPORARY, TEMPORARY_FILES, WATCHED_FILES, Limits
from arena.system.processes.kernel_resources import (
    files_made,
    files_open,
    files_watched,
    readable,
    socket_bytes,
    sockets_made,
)
from arena.system.processes.process_table import Process, Sight
from arena.system.signals import TOO_LARGE_A_FILE
from arena.text import one_line

NO_THREAD: Final = re.compile(
    r"can't start new thread|pthread_create failed|unable to create (?:new )?native thread"
    r"|failed to create new OS thread|fork: (?:retry: )?Resource temporarily unavailable"
    r"|\[Errno 11\] Resource temporarily unavailable"
)
NO_MEMORY: Final = re.compile(
    r"MemoryError|std::bad_alloc|OutOfMemoryError|heap out of memory|memory allocation of \d+ bytes failed"
    r"|[Cc]annot allocate memory|[Oo]ut of memory|insufficient memory"
)
NO_ROOM: Final = re.compile(r"No space left on device|ENOSPC|File too large|EFBIG")
"""Matches the messages that programs in common languages print when the disk is full or a file is too large."""


HIDDEN_NS: Final = 2_000_000_000
"""The most nanoseconds for which a process may hide its memory or files. Some time is allowed, because a process that
is ending hides them for a moment.
"""


class Excess(NamedTuple):
    """A limit that a bot exceeded: the kind of fault, and a sentence."""

    kind: FaultKind
    sentence: str


def excess(processes: list[Process], limits: Limits, sight: Sight) -> Excess | None:
    """Returns the limit on processes or memory that a bot's processes exceed according to a snapshot of the machine;
    None if they exceed none.

    Memory that several processes share counts once. If the result depends on shared memory that was not measured yet,
    this call returns None and requests the measurement.
    """
    threads = sum(process.threads for process in processes)
    if threads > limits.processes:
        [(name, _)] = Counter(process.name for process in processes).most_common(1)
        told = f"had {threads} processes and threads of the {limits.processes} a bot may have"
        return Excess(FaultKind.PROCESSES, f"{told}; most of its processes were {one_line(name)}")
    most = limits.memory_mb * MB
    if sum(process.resident for process in processes) <= most:
        return None
    used = sight.own_memory(processes, most)
    if used is None or sum(used.values()) <= most:
        return None
    largest = max(used, key=used.__getitem__)
    told = memory_told(sum(used.values()), limits)
    return Excess(FaultKind.MEMORY, f"used {told}; its largest process was {one_line(largest.name)}")


def excess_in_box(processes: list[Process], limits: Limits) -> Excess | None:
    """Returns the limit on files or sockets that a bot in a sandbox exceeds; None if it exceeds none.

    The limits are for files in /tmp and /dev/shm, open files, files watched by epoll, and Unix sockets. All these take
    memory of the kernel, which `excess` does not count.
    """
    made = sum(files_made(process, TEMPORARY) for process in processes[:1])
    if made > TEMPORARY_FILES:
        return Excess(FaultKind.DISK, f"made {made:,} files of the {TEMPORARY_FILES:,} a bot may have in /tmp")
    opened = sum(map(files_open, processes))
    if opened > OPEN_FILES:
        return Excess(FaultKind.MEMORY, f"had {opened:,} files open of the {OPEN_FILES:,} a bot may have")
    watched = sum(files_watched(process, WATCHED_FILES) for process in processes)
    if watched > WATCHED_FILES:
        return Excess(FaultKind.MEMORY, f"watched {watched:,} files of the {WATCHED_FILES:,} a bot may watch by epoll")
    sockets = next((count for count in map(sockets_made, processes) if count is not None), 0)
    if sockets * socket_bytes() > limits.memory_mb * MB:
        used, most = sockets * socket_bytes() // MB, limits.memory_mb
        told = f"had {sockets:,} sockets, which can hold {used:,} MB of the {most:,} MB a bot may have"
        return Excess(FaultKind.MEMORY, told)
    return None


def hides(processes: list[Process]) -> Process | None:
    """Returns the first of a bot's processes whose memory and files are hidden from the arena; None if there is none.

    Memory and files are hidden if the process's first thread has ended while other threads run on, or if the process
    has made itself unreadable.
    """
    return next((process for process in processes if process.headless or not readable(process)), None)


def hidden(process: Process) -> Excess:
    """Returns the fault of a bot whose process `process` hides its memory and files."""
    name = one_line(process.name)
    told = f"its process {name} hid what memory and files it has, so the arena cannot hold it to its limits"
    return Excess(FaultKind.MEMORY, told)


def explained(printed: str, status: int | None, limits: Limits) -> Excess | None:
    """Returns the limit that ended a bot; None if neither its last lines (`printed`) nor its exit status shows one."""
    if status == -TOO_LARGE_A_FILE:
        return Excess(FaultKind.DISK, f"it wrote a file of more than {limits.temporary_mb:,} MB")
    for kind, words, allowed in (
        (FaultKind.PROCESSES, NO_THREAD, f"a bot may have {limits.processes} processes and threads"),
        (FaultKind.MEMORY, NO_MEMORY, f"a bot may have {limits.memory_mb:,} MB of memory"),
        (FaultKind.DISK, NO_ROOM, f"a bot may write {limits.temporary_mb:,} MB"),
    ):
        if found := words.search(printed):
            return Excess(kind, f"it printed {found[0]!r}, and {allowed}")
    return None


def out_of_memory(limits: Limits) -> Excess:
    """Returns the fault of a bot whose processes together ran out of memory, so that the system killed one of them."""
    told = (
        f"it needed more than the {limits.memory_mb:,} MB of memory a bot may have, so one of its processes was ended"
    )
    return Excess(FaultKind.MEMORY, told)


def out_of_processes(limits: Limits) -> Excess:
    """Returns the fault of a bot that asked the system for more processes and threads than its limit allows."""
    return Excess(
        FaultKind.PROCESSES, f"it asked for more than the {limits.processes} processes and threads it may have"
    )


def memory_told(used: int, limits: Limits) -> str:
    """Returns a clause with the memory that a bot used (`used`, in bytes) and the memory that it may use."""
    return f"{used // MB:,} MB of the {limits.memory_mb:,} MB a bot may have"
