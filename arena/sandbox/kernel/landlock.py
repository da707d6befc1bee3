"""Confines the current program with Landlock, seccomp and limits, then becomes another program.

This file is a separate program. It reads its orders from a descriptor, gives up all rights that a bot may not have, and
becomes the bot. This confinement is weaker than a box: the bot sees the names of all files and processes on the
machine, although it cannot read the contents of other programs' files. It also has no /tmp of its own, but shares the
machine's /tmp, where it can write only in a folder that belongs to this bot.

Numbers and structures: linux/landlock.h, linux/prctl.h, linux/seccomp.h.
"""

import ctypes
import json
import os
import resource
import struct
import sys
from typing import Final

CREATE_RULESET: Final = 444
ADD_RULE: Final = 445
RESTRICT_SELF: Final = 446
"""The number of the system call `landlock_restrict_self`. The numbers of Landlock's calls are the same on every
architecture.
"""
ASK_VERSION: Final = 1
BENEATH: Final = 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = (1 << bit for bit in range(4))
TRUNCATE: Final = 1 << 14
READ: Final = EXECUTE | READ_FILE | READ_DIR
RIGHTS: Final = (0, 13, 14, 15, 15, 16)
"""The number of file rights in each version of Landlock, from version 0. A version after the last one in this tuple is
treated like the last one.
"""
CHANGE_ALL: Final = ~0
TCP: Final = 3
"""The bits of the rights to bind and to connect TCP sockets. Landlock has these rights from version 4 on."""
SCOPES: Final = 3
"""Two flags, which Landlock has from version 6 on. Outside its confinement, a program can then neither connect to
abstract Unix sockets nor send signals to processes.
"""
LEAST_VERSION: Final = 4

NO_NEW_PRIVILEGES: Final = 38
SECCOMP: Final = 22
FILTER: Final = 2

_libc = ctypes.CDLL(None, use_errno=True)


def version() -> int:
    """Returns the version of Landlock in this kernel; 0 if the kernel does not have Landlock."""
    return max(0, int(_libc.syscall(CREATE_RULESET, None, 0, ASK_VERSION)))


def confine(readable: list[str], writable: list[str], *, network: bool) -> None:
    """Lets this process read and execute files beneath the `readable` paths, and use files beneath the `writable` paths
    in every way. It can read, execute or write no other files. Denies TCP if `network` is False.

    Raises OSError if Landlock is older than LEAST_VERSION or a system call fails.
    """
    known = version()
    if known < LEAST_VERSION:
        raise OSError(f"this kernel has Landlock {known}; {LEAST_VERSION} or later is needed")
    rights = (1 << RIGHTS[min(known, len(RIGHTS) - 1)]) - 1
    attributes = struct.pack("<QQQ", rights, 0 if network else TCP, SCOPES if known >= 6 else 0)
    ruleset = _demand(_libc.syscall(CREATE_RULESET, attributes, len(attributes) if known >= 6 else 16, 0))
    for allowed, paths in ((READ, readable), (CHANGE_ALL, writable)):
        for path in paths:
            _allow(ruleset, path, allowed & rights)
    _demand(_libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    _demand(_libc.syscall(RESTRICT_SELF, ruleset, 0))
    os.close(ruleset)


def filter_calls(program: bytes) -> None:
    """Puts this process, and any program it becomes, under a seccomp filter (see `seccomp.py`). Raises OSError."""
    buffer = ctypes.create_string_buffer(program)
    filter_program = struct.pack("<HxxxxxxQ", len(program) // 8, ctypes.addressof(buffer))
    _demand(_libc.prctl(SECCOMP, FILTER, filter_program, 0, 0))


def limit(limits: dict[str, int]) -> None:
    """Sets limits of this process, by their names in the module `resource`. Each value becomes the soft and the hard
    limit.
    """
    for name, value in limits.items():
        resource.setrlimit(getattr(resource, name), (value, value))


def leave_root(user: int) -> None:
    """Changes the user and group of this process to `user` for good."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # a missing file needs no rule
    try:
        if not os.path.isdir(path):  # noqa: PTH112  # this program starts with every bot, so it imports little
            rights &= EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE
        rule = struct.pack("<Qi", rights, beneath)
        _demand(_libc.syscall(ADD_RULE, ruleset, BENEATH, rule, 0))
    finally:
        os.close(beneath)


def _demand(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def main() -> None:
    """Reads orders in JSON from the descriptor that the first argument names, confines this process as ordered, and
    becomes the program to run.
    """
    with os.fdopen(int(sys.argv[1])) as file:
        orders = json.load(file)
    limit(orders["limits"])
    if orders["user"] is not None:
        leave_root(orders["user"])
    os.chdir(orders["folder"])
    confine(orders["readable"], orders["writable"], network=orders["network"])
    filter_calls(bytes.fromhex(orders["filter"]))
    os.execvpe(orders["command"][0], orders["command"], orders["environment"])  # noqa: S606  # the bot


if __name__ == "__main__":
    main()
