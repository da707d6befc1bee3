"""The kernel resources that a process uses besides its memory (known only on Linux)."""

import os
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from arena.system.processes.process_table import PROC, Process

POLLER: Final = "anon_inode:[eventpoll]"
"""The target of the link in /proc/PID/fd for an epoll descriptor, by which a process watches files."""
USUAL_BUFFER: Final = 212_992
"""The size of a socket's buffer in bytes that is assumed if the system does not report it."""


def readable(process: Process) -> bool:
    """Whether the arena may see the open files of a process; True also if the process has ended."""
    try:
        os.stat(f"{PROC}/{process.number}/fd/0", follow_symlinks=False)  # noqa: PTH116  # called twice a second; pathlib is slower
    except PermissionError:
        return False
    except OSError:
        pass
    return True


def files_open(process: Process) -> int:
    """How many files a process has open; 0 if that is unknown."""
    place = f"{PROC}/{process.number}/fd"
    with suppress(OSError):
        return os.stat(place).st_size or len(os.listdir(place))  # noqa: PTH116, PTH208  # called twice a second; pathlib is slower
    return 0


def files_watched(process: Process, most: int) -> int:
    """Returns how many files a process watches by epoll, as far as the system shows them. Counting stops when the
    number reaches about `most`.
    """
    found = 0
    place = f"{PROC}/{process.number}"
    with suppress(OSError):
        for file in os.listdir(f"{place}/fd"):  # noqa: PTH208  # pathlib takes twice the time
            with suppress(OSError):
                if found <= most and os.readlink(f"{place}/fd/{file}") == POLLER:  # noqa: PTH115
                    found += Path(f"{place}/fdinfo/{file}").read_bytes().count(b"tfd:")
    return found


def sockets_made(process: Process) -> int | None:
    """Returns how many Unix sockets the network namespace of a process has; None if the process has ended. Sockets that
    were sent to another process, which has not received them yet, also count.
    """
    with suppress(OSError):
        return Path(f"{PROC}/{process.number}/net/unix").read_bytes().count(b"\n") - 1
    return None


@cache
def socket_bytes() -> int:
    """Returns the most bytes that a socket can store: its limit, plus one last message of up to the same size."""
    with suppress(OSError, ValueError):
        return 2 * int(Path(f"{PROC}/sys/net/core/wmem_default").read_text("ascii"))
    return 2 * USUAL_BUFFER


def files_made(process: Process, places: Iterable[str]) -> int:
    """Returns how many files are in the file systems at the paths `places` of the process's sandbox; 0 if that is
    unknown.
    """
    with suppress(OSError):
        looks = [os.statvfs(f"{PROC}/{process.number}/root{place}") for place in places]
        return sum(look.f_files - look.f_ffree for look in looks)
    return 0
