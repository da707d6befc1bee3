"""Limits on what a confined program may use."""

from dataclasses import dataclass
from typing import Final

MB: Final = 1_000_000
TEMPORARY: Final = ("/tmp", "/dev/shm")  # noqa: S108  # folders of the box itself
TEMPORARY_FILES: Final = 10_000
"""The most files in /tmp and /dev/shm of a box together; even an empty file takes memory of the kernel."""

OPEN_FILES: Final = 4_096
"""The most open files of all processes of a box together. They are limited because pipes, sockets and watches of files
take memory of the kernel.
"""
WATCHED_FILES: Final = 10_000
"""The most files that all processes of a box together watch by epoll. A file counts once for each epoll descriptor
that watches it.
"""
PENDING_SIGNALS: Final = 512
"""The most pending signals and timers of a box together, which the kernel counts for each user."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one box, for all its processes together unless a field says otherwise."""

    memory_mb: int = 1_024
    """The most memory of all processes together, in megabytes; also the most that one process may ask for."""
    processes: int = 128
    """The most processes and threads at the same time."""
    temporary_mb: int = 64
    """The most megabytes in /tmp, and separately in /dev/shm; files in both folders count as memory."""
    open_files: int = 512
    """The most open files of each process."""
