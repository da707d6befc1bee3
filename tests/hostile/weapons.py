"""What several hostile bots need; it lies beside each of them."""

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
"""Of system calls that Python has not; linux/arch/x86/entry/syscalls/syscall_64.tbl, asm-generic/unistd.h."""

libc = ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: object) -> int:
    """Makes a system call; raises OSError."""
    return done(libc.syscall(NUMBERS[platform.machine()][name], *arguments))


def done(result: int) -> int:
    """What a function of C has returned; raises OSError if it failed."""
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def rivals() -> Iterator[int]:
    """The honest bots of this run that can be found."""
    mark = os.environ["RIVAL_MARK"].encode()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark in (process / "cmdline").read_bytes().split(b"\0"):
                yield int(process.name)
