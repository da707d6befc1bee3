"""Limits on what a confined program may use."""

from dataclasses import dataclass
from typing import Final

MB: Final = 1_000_000
TEMPORARY: Final = ("/tmp", "/dev/shm")  # noqa: S108  # the box's own
TEMPORARY_FILES: Final = 10_000
"""In these of a box together: an empty file has no size, and needs memory of the kernel's."""

OPEN_FILES: Final = 4_096
"""Of all processes of a box together: pipes, sockets and watches on them need memory of the kernel's."""
WATCHED_FILES: Final = 10_000
"""By epoll, the same: a file counts as often as it was given a number there. The kernel counts them by user."""
PENDING_SIGNALS: Final = 512
"""And timers; the kernel counts both by user."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Of one box, whatever processes are in it, unless it says otherwise."""

    memory_mb: int = 1_024
    """Memory of all its processes together; each of them may also not ask for more than this."""
    processes: int = 128
    """Processes and threads at the same time."""
    temporary_mb: int = 64
    """In /tmp, and as much in /dev/shm: both count as memory, and both are empty when it begins."""
    open_files: int = 512
    """Of each process."""
