"""Limits on what a confined program may use."""

import resource
from dataclasses import dataclass
from typing import Final

MB: Final = 1_000_000
TEMPORARY_FILES: Final = 10_000
"""In /tmp and /dev/shm of a box together: an empty file has no size, and needs memory of the kernel's."""

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

    def by_name(self) -> dict[str, int]:
        """The limits the kernel keeps for each process, by their names in the module `resource`.

        None is higher than this process may set it: who started the arena may have given it less. Processes are
        counted by user: that limit is for a program whose user id nobody else has.
        """
        wanted = {
            "RLIMIT_NPROC": self.processes,
            "RLIMIT_DATA": self.memory_mb * MB,
            "RLIMIT_FSIZE": self.temporary_mb * MB,
            "RLIMIT_NOFILE": self.open_files,
            "RLIMIT_SIGPENDING": PENDING_SIGNALS,
            "RLIMIT_MEMLOCK": 0,
            "RLIMIT_CORE": 0,
        }
        return {name: _most(getattr(resource, name), value) for name, value in wanted.items()}

    def arguments(self) -> tuple[str, ...]:
        """The same as arguments of prlimit(1)."""
        return tuple(f"--{name.removeprefix('RLIMIT_').lower()}={value}" for name, value in self.by_name().items())


def _most(limit: int, value: int) -> int:
    _, hard = resource.getrlimit(limit)
    return value if hard == resource.RLIM_INFINITY else min(value, hard)
