"""Kernel resources that a process holds beside its memory (on Linux)."""

import os
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from arena.system.processes.sight import PROC, Process

POLLER: Final = "anon_inode:[eventpoll]"
"""What a file is called by which a process watches others."""
USUAL_BUFFER: Final = 212_992
"""Bytes of a socket, where that cannot be known."""


def readable(process: Process) -> bool:
    """Whether the arena may see the open files of a process, or would if it had not ended."""
    try:
        os.stat(f"{PROC}/{process.number}/fd/0", follow_symlinks=False)  # noqa: PTH116  # asked twice a second
    except PermissionError:
        return False
    except OSError:
        pass
    return True


def files_open(process: Process) -> int:
    """How many files a process has open; 0 where that cannot be known."""
    place = f"{PROC}/{process.number}/fd"
    with suppress(OSError):
        return os.stat(place).st_size or len(os.listdir(place))  # noqa: PTH116, PTH208  # asked twice a second
    return 0


def files_watched(process: Process, most: int) -> int:
    """How many files a process watches by epoll, as far as that can be known; past `most` not all are counted."""
    found = 0
    place = f"{PROC}/{process.number}"
    with suppress(OSError):
        for file in os.listdir(f"{place}/fd"):  # noqa: PTH208  # pathlib takes twice the time
            with suppress(OSError):
                if found <= most and os.readlink(f"{place}/fd/{file}") == POLLER:  # noqa: PTH115
                    found += Path(f"{place}/fdinfo/{file}").read_bytes().count(b"tfd:")
    return found


def sockets_made(process: Process) -> int | None:
    """How many sockets there are in the network of a process, also those on their way; None if it has ended."""
    with suppress(OSError):
        return Path(f"{PROC}/{process.number}/net/unix").read_bytes().count(b"\n") - 1
    return None


@cache
def socket_bytes() -> int:
    """What a socket can hold at most: the kernel takes a message while its limit is not reached, however long."""
    with suppress(OSError, ValueError):
        return 2 * int(Path(f"{PROC}/sys/net/core/wmem_default").read_text("ascii"))
    return 2 * USUAL_BUFFER


def files_made(process: Process, places: Iterable[str]) -> int:
    """The files in these places of a box that this process is in; 0 where that cannot be known."""
    with suppress(OSError):
        looks = [os.statvfs(f"{PROC}/{process.number}/root{place}") for place in places]
        return sum(look.f_files - look.f_ffree for look in looks)
    return 0
