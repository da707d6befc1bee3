"""The part of /proc that a box (the sandbox of one bot) sees.

Rule 1: a box sees only the entries that this module names, so new entries of a future kernel are hidden, too.
Rule 2: some files in /proc must exist because programs read them when they start, but they contain numbers that reveal
what other programs do. A box sees files with constant content instead.
"""

import os
import re
from functools import cache
from pathlib import Path
from typing import Final

from arena.sandbox.limits import Limits

PROC: Final = Path("/proc")
OWN: Final = frozenset({"mounts", "net", "self", "thread-self"})
"""Entries of /proc that lead into the folder of the process that reads them."""
CONSTANT: Final = frozenset(
    {
        *("acpi", "bus", "cmdline", "config.gz", "consoles", "devices", "dma", "execdomains", "filesystems", "iomem"),
        *("ioports", "misc", "mtrr", "sys", "sysvipc", "tty", "version"),
    }
)
"""Entries of /proc that never change after the machine has started, or that belong to a namespace."""
SETTINGS: Final = frozenset({"abi", "debug", "dev", "kernel", "net", "user", "vm"})
"""The folders of /proc/sys that a box sees: all but `fs`, because its counters reveal what other programs do. The
folders in COUNTERS, which lie inside visible folders, are hidden for the same reason.
"""
COUNTERS: Final = ("sys/kernel/pty", "sys/kernel/random")
MADE: Final = ("cpuinfo", "meminfo", "stat")
"""Entries of /proc that the arena replaces by its own files, with constant content."""
FOR_OTHERS: Final = 0o004
CHANGING: Final = re.compile(rb"^cpu MHz.*\n", re.MULTILINE)
KB: Final = 1_024


def covered() -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Returns the files and the folders in /proc that must be hidden from a box. Files that only root can read are left
    out.
    """
    found = [path for path in PROC.iterdir() if not (path.name.isdecimal() or path.name in OWN | CONSTANT | {*MADE})]
    found += [path for path in (PROC / "sys").iterdir() if path.name not in SETTINGS]
    found += [path for path in (PROC / name for name in COUNTERS) if path.is_dir()]
    files = (path for path in found if not path.is_dir() and path.stat().st_mode & FOR_OTHERS)
    return tuple(sorted(files)), tuple(sorted(path for path in found if path.is_dir()))


def made(limits: Limits) -> dict[Path, bytes]:
    """Returns the contents of the files that replace the entries of MADE in a box with these limits, by path."""
    processors, started = _constants()
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // KB
    free = min(total, limits.memory_mb * 1_000_000 // KB)
    memory = {"MemTotal": total, "MemFree": free, "MemAvailable": free, "SwapTotal": 0, "SwapFree": 0}
    idle = " 0" * 10
    names = ("cpu ", *(f"cpu{number}" for number in range(os.cpu_count() or 1)))
    counts = {"ctxt": 0, "btime": started, "processes": 1, "procs_running": 1, "procs_blocked": 0}
    stat = [*(f"{name}{idle}" for name in names), *(f"{name} {count}" for name, count in counts.items())]
    return {
        PROC / "cpuinfo": processors,
        PROC / "meminfo": "".join(f"{name + ':':<16}{size:>8} kB\n" for name, size in memory.items()).encode(),
        PROC / "stat": "".join(f"{line}\n" for line in stat).encode(),
    }


@cache
def _constants() -> tuple[bytes, int]:
    """Returns the content of /proc/cpuinfo without the current speeds, and the time at which the machine started, in
    Unix seconds.
    """
    stat = (PROC / "stat").read_text("ascii")
    return CHANGING.sub(b"", (PROC / "cpuinfo").read_bytes()), int(stat.partition("\nbtime ")[2].split()[0])
