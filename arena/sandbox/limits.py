"""Limits on what a confined program may use."""

from dataclasses import dataclass
from typing import Final

MB: Final = 1_000_000
TEMPORARY: Final = ("/tmp", "/dev/shm")  # noqa: S108  # the box's own
TEMPORARY_FILES: Final = 10_000
"""The most files in these places of a box together: even an empty file takes memory of the kernel."""

OPEN_FILES: Final = 4_096
"""The most open files of all processes of a box together: pipes, sockets and watches take memory of the kernel."""
WATCHED_FILES: Final = 10_000
"""The most files they watch by epoll together; a file counts once per descriptor watched. The kernel counts by user."""
PENDING_SIGNALS: Final = 512
"""The most pending signals, with timers; the kernel counts both by user."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one box, for all its processes together unless a field says otherwise."""

    memory_mb: int = 1_024
    """The memory of all its processes together; no single process may ask for more, either."""
    processes: int = 128
    """The most processes and threads at the same time."""
    temporary_mb: int = 64
    """The space in /tmp, and as much in /dev/shm: both count as memory, and are empty at first."""
    open_files: int = 512
    """The most open files of each process."""
