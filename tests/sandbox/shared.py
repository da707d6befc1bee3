"""A program that tries, from a box, to read and to change the state that all boxes share; it prints JSON and harms
nobody.

The JSON has three keys. `calls`: the error of each of `ATTEMPTS`, empty if the attempt succeeded. `changed`: the files
below /proc, except those of processes, whose content changed while this program used processes, memory and files.
`files`: the number of files that were read for `changed`.
"""

import ctypes
import fcntl
import hashlib
import json
import mmap
import os
import platform
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from arena.sandbox.kernel.system_calls import AARCH64, X86_64

NUMBERS: Final = X86_64 if platform.machine() == "x86_64" else AARCH64
libc: Final = ctypes.CDLL(None, use_errno=True)
FILE: Final = os.open("/bin/sh", os.O_RDONLY)
OWN: Final = os.open("/tmp/own", os.O_RDWR | os.O_CREAT)
MAPPED: Final = mmap.mmap(FILE, 4_096, prot=mmap.PROT_READ)
SPACE: Final = ctypes.create_string_buffer(8_192)
PIPE, OTHER = os.pipe(), os.pipe()
os.write(PIPE[1], b"word")
LOCAL: Final = socket.socket(socket.AF_UNIX)
SIGCHLD, CLONE_PIDFD, PIPE_SIZE, READ_HINT = 17, 0x1000, 1_031, 1_035
DONT_NEED, COLD, WRITES, ACTION_AVAILABLE = 4, 20, 2, 2
HOW: Final = bytes(16) + (0x20).to_bytes(8, sys.byteorder)
HIDE, OF_ITS_OWN = 4, 2
SEND_BUFFER, COOKIE, COOKIE_BYTES = 7, 57, 8
OF_ITS_NAMESPACE: Final = ("/proc/sys/kernel/ns_last_pid",)


def call(name: str, *arguments: object) -> int:
    return demand(libc.syscall(NUMBERS[name], *arguments))


def demand(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def page() -> ctypes.c_void_p:
    place = ctypes.addressof(SPACE)
    return ctypes.c_void_p(place + -place % 4_096)


def clone_with_a_number() -> None:
    number = ctypes.c_int()
    child = call("clone", SIGCHLD | CLONE_PIDFD, 0, ctypes.byref(number), 0, 0)
    if not child:
        os._exit(0)
    os.waitpid(child, 0)


ATTEMPTS: Final[dict[str, Callable[[], object]]] = {
    "advises on pages of a file": lambda: call("fadvise64", FILE, 0, 0, DONT_NEED),
    "asks for pages to be read ahead": lambda: call("readahead", FILE, 0, 4_096),
    "asks which pages are in memory": lambda: call("mincore", page(), 4_096, ctypes.create_string_buffer(8)),
    "counts pages in memory": lambda: call("cachestat", OWN, bytes(16), ctypes.create_string_buffer(40), 0),
    "asks where a page lies": lambda: call("get_mempolicy", None, None, 0, None, 0),
    "reads only what is in memory": lambda: os.preadv(FILE, [bytearray(1)], 0, os.RWF_NOWAIT),
    "calls pages cold": lambda: MAPPED.madvise(COLD),
    "opens only what is in memory": lambda: call("openat2", -100, b"/bin/sh", HOW, len(HOW)),
    "hides what it uses": lambda: demand(libc.prctl(HIDE, 0, 0, 0, 0)),
    "has files of a thread's own": lambda: call("close_range", 1_000, 1_001, OF_ITS_OWN),
    "starts writing of a file": lambda: call("sync_file_range", FILE, 0, 0, WRITES),
    "asks for asynchronous calls": lambda: call("io_setup", 1, ctypes.byref(ctypes.c_ulong())),
    "gives a pipe pages": lambda: call("vmsplice", OTHER[1], iovec(), 1, 0),
    "copies a pipe": lambda: call("tee", PIPE[0], OTHER[1], 1, 0),
    "moves a file into a pipe": lambda: call("splice", FILE, None, OTHER[1], None, 1, 0),
    "sends a file": lambda: os.sendfile(OTHER[1], FILE, 0, 1),
    "makes a pipe larger": lambda: fcntl.fcntl(PIPE[1], PIPE_SIZE, 1 << 18),
    "reads the hint of a file": lambda: fcntl.fcntl(FILE, READ_HINT, bytes(8)),
    "opens a process": lambda: call("pidfd_open", os.getpid(), 0),
    "clones with a number": clone_with_a_number,
    "asks for a filter": lambda: call("seccomp", ACTION_AVAILABLE, 0, ctypes.byref(ctypes.c_uint(0x7FFF0000))),
    "makes a socket of a network": lambda: socket.socket(socket.AF_INET).close(),
    "makes a socket larger": lambda: LOCAL.setsockopt(socket.SOL_SOCKET, SEND_BUFFER, 1 << 17),
    "counts sockets": lambda: LOCAL.getsockopt(socket.SOL_SOCKET, COOKIE, COOKIE_BYTES),
    "opens a terminal": os.openpty,
}  # fmt: skip


def iovec() -> bytes:
    return ctypes.addressof(SPACE).to_bytes(8, sys.byteorder) + (1).to_bytes(8, sys.byteorder)


def outcome(attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except BlockingIOError:  # counts as success, because this error also tells the bot something
        return ""
    except OSError as error:
        return str(error)
    return ""


def seen() -> Iterator[tuple[str, str]]:
    """Yields all readable files below /proc, except those of processes, with a hash of each."""
    waiting = [path for path in Path("/proc").iterdir() if not (path.name.isdecimal() or path.is_symlink())]
    while waiting:
        path = waiting.pop()
        try:
            if path.is_dir():
                waiting += path.iterdir()
            elif str(path) not in OF_ITS_NAMESPACE:
                yield str(path), hashlib.sha1(path.read_bytes()).hexdigest()
        except OSError:
            continue


def uses_of_the_machine() -> tuple[bytes, list[int]]:
    """Runs some short processes, and returns 20 MB of memory and 300 open files, which stay in use while the caller
    keeps them.
    """
    for _ in range(8):
        subprocess.run(("/bin/true",), check=True)
    return b"x" * 20_000_000, [os.open("/bin/sh", os.O_RDONLY) for _ in range(300)]


def main() -> None:
    calls = {name: outcome(attempt) for name, attempt in ATTEMPTS.items()}
    before = dict(seen())
    held = uses_of_the_machine()
    after = dict(seen())
    del held
    changed = sorted(name for name in before if before[name] != after.get(name))
    sys.stdout.write(json.dumps({"calls": calls, "changed": changed, "files": len(after)}))


if __name__ == "__main__":
    main()
