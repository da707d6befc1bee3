"""Functions that several hostile bots need; the tests copy this file next to each bot."""

import ctypes
import os
import platform
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

NUMBERS = {
    "x86_64": {
        "bpf": 321,
        "io_uring_setup": 425,
        "perf_event_open": 298,
        "pidfd_getfd": 438,
        "pidfd_open": 434,
        "add_key": 248,
        "keyctl": 250,
        "userfaultfd": 323,
    },
    "aarch64": {
        "bpf": 280,
        "io_uring_setup": 425,
        "perf_event_open": 241,
        "pidfd_getfd": 438,
        "pidfd_open": 434,
        "add_key": 217,
        "keyctl": 219,
        "userfaultfd": 282,
    },
}
"""The numbers of system calls for which Python has no function, by machine and name, from Linux's
arch/x86/entry/syscalls/syscall_64.tbl and asm-generic/unistd.h.
"""

libc = ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: object) -> int:
    """Makes the system call of this name and returns its result; raises OSError if it failed."""
    return done(libc.syscall(NUMBERS[platform.machine()][name], *arguments))


def done(result: int) -> int:
    """Returns the result of a C function; raises OSError if the function failed."""
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def rivals() -> Iterator[int]:
    """Yields the process ids of the honest bots of this test run, as far as the calling bot sees them in /proc."""
    mark = os.environ["RIVAL_MARK"].encode()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark in (process / "cmdline").read_bytes().split(b"\0"):
                yield int(process.name)
