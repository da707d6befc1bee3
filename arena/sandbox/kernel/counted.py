"""The limits that the kernel enforces for each process."""

import resource

from arena.sandbox.limits import MB, PENDING_SIGNALS, Limits


def by_name(limits: Limits) -> dict[str, int]:
    """Returns the limits that the kernel enforces for each process, by the name of the limit in the module `resource`.

    Each limit is at most this process's own hard limit, because no process can raise its hard limit. RLIMIT_NPROC
    counts all processes of a user, so it suits only a program whose user id nobody else has.
    """
    wanted = {
        "RLIMIT_NPROC": limits.processes,
        "RLIMIT_DATA": limits.memory_mb * MB,
        "RLIMIT_FSIZE": limits.temporary_mb * MB,
        "RLIMIT_NOFILE": limits.open_files,
        "RLIMIT_SIGPENDING": PENDING_SIGNALS,
        "RLIMIT_MEMLOCK": 0,
        "RLIMIT_CORE": 0,
    }
    return {name: _most(getattr(resource, name), value) for name, value in wanted.items()}


def arguments(limits: Limits) -> tuple[str, ...]:
    """Returns the limits for each process as arguments of the command prlimit(1)."""
    return tuple(f"--{name.removeprefix('RLIMIT_').lower()}={value}" for name, value in by_name(limits).items())


def _most(limit: int, value: int) -> int:
    _, hard = resource.getrlimit(limit)
    return value if hard == resource.RLIM_INFINITY else min(value, hard)
