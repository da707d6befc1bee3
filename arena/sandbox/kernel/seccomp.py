"""The filter of system calls a confined program runs under: a short list is refused, all else is allowed.

It is a second wall behind the namespaces: it takes away what reaches into the kernel, into other programs or between
boxes, and what gets round limits. Calls of another architecture, whose numbers mean something else, end the program.
"""

import errno
import platform
from typing import Final, NamedTuple

from arena.sandbox.kernel import bpf
from arena.sandbox.kernel.bpf import (
    Instruction,
    answer,
    if_equal,
    load,
    low_half,
    unless_any_bit,
    unless_at_least,
    unless_equal,
)
from arena.sandbox.kernel.system_calls import AARCH64, REFUSED, X86_64


class Architecture(NamedTuple):
    """A kind of processor as seccomp tells it."""

    audit: int
    """Its number in linux/audit.h."""
    numbers: dict[str, int]
    """Of system calls."""


ARCHITECTURES: Final = {
    "x86_64": Architecture(0xC000003E, X86_64),
    "aarch64": Architecture(0xC00000B7, AARCH64),
}
"""By the name `uname` has for the machine."""

FIRST_X32: Final = 0x40000000
"""Numbers from here on are calls of the x32 ABI."""
CLONE_NEW: Final = 0x7E020000
"""Flags of `clone` that make namespaces: cgroup, UTS, IPC, user, PID, network, mount."""
LOCAL: Final = 1
INTERNET: Final = 2
"""Kinds of sockets: AF_UNIX and AF_INET."""
ITSELF: Final = 0
"""The number of a process that means the one which asks."""
TERMINAL_INPUT: Final = (0x5412, 0x541C)
"""TIOCSTI and TIOCLINUX: they put words into a terminal's mouth."""
LOCKS: Final = (5, 6, 7, 36, 37, 38, 1024, 1026)
"""Commands of `fcntl` for locks, leases and watches: another box can feel them on a file that both can read."""
LOCKING: Final = ("flock",)


def seccomp_filter(*, internet: bool, locks: bool = False, machine: str = "") -> bytes:
    """The filter for a kind of machine, by the name `uname` gives it, by default this one's; raises OSError.

    `internet`: whether sockets of that kind can be made. In a box they reach nobody, but programs expect them.
    `locks`: whether files can be locked.
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
    program += _examined(numbers["clone"], 0, [unless_any_bit(CLONE_NEW, 1), _refusal(errno.EPERM)])
    program += _examined(numbers["ioctl"], 1, _refused_values(TERMINAL_INPUT, errno.EPERM))
    if not locks:
        program += _examined(numbers["fcntl"], 1, _refused_values(LOCKS, errno.ENOLCK))
    program += _examined(numbers["prlimit64"], 0, _only_values((ITSELF,), errno.EPERM))
    for name in ("socket", "socketpair"):
        program += _examined(numbers[name], 0, _only_values(sockets, errno.EAFNOSUPPORT))
    return bpf.assembled([*program, answer(bpf.ALLOW)])


def _examined(number: int, argument: int, body: list[Instruction]) -> list[Instruction]:
    """Looks at an argument of one call; what `body` does not refuse is allowed."""
    inside = [load(low_half(argument)), *body, answer(bpf.ALLOW)]
    return [unless_equal(number, len(inside)), *inside]


def _refused_values(values: tuple[int, ...], error: int) -> list[Instruction]:
    return [step for value in values for step in (unless_equal(value, 1), _refusal(error))]


def _only_values(values: tuple[int, ...], error: int) -> list[Instruction]:
    return [*(step for value in values for step in (unless_equal(value, 1), answer(bpf.ALLOW))), _refusal(error)]


def _refusal(error: int) -> Instruction:
    return answer(bpf.ERROR + error)
