"""The seccomp filter of confined programs: refuses a short list of system calls.

The filter is a second barrier behind the namespaces. It refuses system calls by which a program could reach deep into
the kernel, into other programs or into another box, or could evade its limits. If a program uses the call numbers of
another processor architecture, the kernel ends the program, because the same number means different calls on different
architectures.
"""

import errno
import platform
from typing import Final, NamedTuple

from arena.sandbox.kernel import bpf
from arena.sandbox.kernel.bpf import (
    Instruction,
    answer,
    if_any_bit,
    if_equal,
    load,
    low_half,
    unless_any_bit,
    unless_at_least,
    unless_equal,
)
from arena.sandbox.kernel.system_calls import AARCH64, REFUSED, X86_64


class Architecture(NamedTuple):
    """A kind of processor for which there is a seccomp filter."""

    audit: int
    """The number by which linux/audit.h names this kind of processor."""
    numbers: dict[str, int]
    """The numbers of system calls, by name."""


ARCHITECTURES: Final = {
    "x86_64": Architecture(0xC000003E, X86_64),
    "aarch64": Architecture(0xC00000B7, AARCH64),
}
"""The supported kinds of processors, by the name that `uname -m` prints."""

FIRST_X32: Final = 0x40000000
"""The first number of the system calls of the x32 ABI. The kernel ends a program that uses one of them."""
CLONE_NEW: Final = 0x7E020000
"""The flags of `clone` that make namespaces: cgroup, UTS, IPC, user, PID, network, mount."""
CLONE_PIDFD: Final = 0x1000
"""The flag of `clone` that makes a descriptor of the new process. The descriptor's inode number reveals how many
processes the machine has started.
"""
CLONE_FILES, CLONE_THREAD = 0x400, 0x10000
"""Two flags of `clone`. The filter refuses a thread (CLONE_THREAD) with its own table of open files (no CLONE_FILES),
because the arena could not count those files.
"""
CLOSE_UNSHARED: Final = 2
"""The flag CLOSE_RANGE_UNSHARE of `close_range`. Like `clone` without CLONE_FILES, it gives a thread its own table of
open files.
"""
LOCAL: Final = 1
INTERNET: Final = 2
"""The socket family AF_INET. (LOCAL is the family AF_UNIX.)"""
ITSELF: Final = 0
"""The process number with which a call refers to the calling process itself."""
TERMINAL_INPUT: Final = (0x5412, 0x541C)
"""The requests TIOCSTI and TIOCLINUX of `ioctl`, which fake input of a terminal."""
KEYS_OF_FILES: Final = (0xC0506617, 0xC0406618, 0xC0406619, 0xC080661A)
"""Requests of `ioctl` such as FS_IOC_ADD_ENCRYPTION_KEY, on keys that belong to a whole file system."""
EXTENTS: Final = (0xC020660B, 1, 0x6612, 0xC020662A, 0x9408, 0xC0205826, 0xC020582C, 0xC0305838)
"""Requests of `ioctl` that reveal or change the kernel's records of a file's place on the disk.

FS_IOC_FIEMAP, FIBMAP, EXT4_IOC_PRECACHE_EXTENTS, EXT4_IOC_GET_ES_CACHE, BTRFS_IOC_SYNC, XFS_IOC_GETBMAP and similar
ones. Some also reveal which data are not yet written to the disk.
"""
LOCKS: Final = (5, 6, 7, 36, 37, 38, 1024, 1026)
"""Commands of `fcntl` that lock, lease or watch a file. Another box that can read the same file could notice them."""
LOCKING: Final = ("flock",)
PIPES_AND_HINTS: Final = (1031, 1035, 1036, 1037, 1038)
"""Commands of `fcntl`: F_SETPIPE_SZ, which uses up the space that all pipes of a user share, and commands for hints
stored with a file.
"""
ADVICE: Final = (12, 20, 21, 25)
"""Kinds of `madvise` that affect pages shared with others: MERGEABLE, COLD, PAGEOUT, COLLAPSE."""
HUGE_PAGES: Final = 0x40000
"""The flag MAP_HUGETLB of `mmap`, for huge pages, of which a machine has a limited number."""
FILTER, MERGE_MEMORY, HIDE, SHARE_CORE = 22, 67, 4, 62
"""Options of `prctl`: PR_SET_SECCOMP, PR_SET_MEMORY_MERGE, PR_SET_DUMPABLE (which can hide a process's use of
resources), PR_SCHED_CORE.
"""
BUFFERS: Final = (7, 8, 26, 32, 33, 50, 51, 52, 76)
"""Socket options that enlarge a socket's buffers (SO_SNDBUF, SO_RCVBUF and their FORCE variants) or attach a filter to
it. Also SO_PASSPIDFD, because a program could learn from it how many processes the machine has started.
"""
COUNTERS: Final = (57, 77)
"""The socket options SO_COOKIE and SO_PEERPIDFD, which reveal counters of the whole machine."""
NO_FLAGS: Final = (0,)
"""The flags allowed for `preadv2` and `pwritev2`: none, since flags reveal or change which pages of a file are in
memory.
"""


def seccomp_filter(*, internet: bool, locks: bool = False, machine: str = "") -> bytes:
    """Returns the seccomp filter for a kind of machine.

    `internet`: whether the program may make internet sockets, and may use the socket options in BUFFERS and COUNTERS.
    `locks`: whether it may lock files (see LOCKS). `machine`: the name that `uname -m` prints; empty for this machine.
    Raises OSError if there is no filter for this kind of machine.
    """
    machine = machine or platform.machine()
    if machine not in ARCHITECTURES:
        raise OSError(f"there is no filter for {machine}, only for {' and '.join(ARCHITECTURES)}")
    architecture = ARCHITECTURES[machine]
    sockets = (LOCAL, INTERNET) if internet else (LOCAL,)
    numbers = architecture.numbers
    program = [
        load(bpf.ARCHITECTURE),
        if_equal(architecture.audit, 1),
        answer(bpf.KILL),
        load(bpf.NUMBER),
        unless_at_least(FIRST_X32, 1),
        answer(bpf.KILL),
    ]
    for name, error in REFUSED.items():
        if name in numbers and not (locks and name in LOCKING):
            program += [unless_equal(numbers[name], 1), answer(bpf.ERROR + error)]
    program += _examined(
        numbers["clone"],
        0,
        [
            *_refused_bits(CLONE_NEW, errno.EPERM),
            *_refused_bits(CLONE_PIDFD),
            unless_any_bit(CLONE_THREAD, 2),
            if_any_bit(CLONE_FILES, 1),
            _refusal(errno.EINVAL),
        ],
    )
    program += _examined(numbers["close_range"], 2, _refused_bits(CLOSE_UNSHARED))
    program += _examined(numbers["mmap"], 3, _refused_bits(HUGE_PAGES))
    program += _examined(numbers["madvise"], 2, _refused_values(ADVICE))
    program += _examined(numbers["prctl"], 0, _refused_values((FILTER, MERGE_MEMORY, HIDE, SHARE_CORE)))
    program += _examined(numbers["ioctl"], 1, _refused_values((*TERMINAL_INPUT, *KEYS_OF_FILES, *EXTENTS), errno.EPERM))
    felt = [] if locks else _refused_values(LOCKS, errno.ENOLCK)
    program += _examined(numbers["fcntl"], 1, [*felt, *_refused_values(PIPES_AND_HINTS, errno.EPERM)])
    program += _examined(numbers["prlimit64"], 0, _only_values((ITSELF,), errno.EPERM))
    for name in ("preadv2", "pwritev2"):
        program += _examined(numbers[name], 5, _only_values(NO_FLAGS, errno.EOPNOTSUPP))
    if not internet:
        program += _examined(numbers["setsockopt"], 2, _refused_values(BUFFERS, errno.EPERM))
        program += _examined(numbers["getsockopt"], 2, _refused_values(COUNTERS, errno.ENOPROTOOPT))
    for name in ("socket", "socketpair"):
        program += _examined(numbers[name], 0, _only_values(sockets, errno.EAFNOSUPPORT))
    return bpf.assembled([*program, answer(bpf.ALLOW)])


def _examined(number: int, argument: int, body: list[Instruction]) -> list[Instruction]:
    """Returns instructions that examine one argument of the call `number`, and allow the call unless `body` refuses
    it.
    """
    inside = [load(low_half(argument)), *body, answer(bpf.ALLOW)]
    return [unless_equal(number, len(inside)), *inside]


def _refused_bits(mask: int, error: int = errno.EINVAL) -> list[Instruction]:
    return [unless_any_bit(mask, 1), _refusal(error)]


def _refused_values(values: tuple[int, ...], error: int = errno.EINVAL) -> list[Instruction]:
    return [step for value in values for step in (unless_equal(value, 1), _refusal(error))]


def _only_values(values: tuple[int, ...], error: int) -> list[Instruction]:
    return [*(step for value in values for step in (unless_equal(value, 1), answer(bpf.ALLOW))), _refusal(error)]


def _refusal(error: int) -> Instruction:
    return answer(bpf.ERROR + error)
