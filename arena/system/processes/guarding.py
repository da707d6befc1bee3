"""Guards: each is told what to start, and ends all of it; what it and the arena say to each other stands in `guard.py`.

Where processes cannot fork, a guard is no program but a thread (`inner.py`).
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from arena.system.kinds import FORKS
from arena.system.processes.children import forget, start_own
from arena.system.processes.inner import InnerGuard

GUARD: Final = (sys.executable, "-I", "-S", str(Path(__file__).with_name("guard.py")))
NEEDED: Final = ("LD_LIBRARY_PATH",)
"""Environment variables without which Python may not start; all a guard gets."""


class Guard(Protocol):
    """What stands above a program and all it starts; a process is one."""

    pid: int
    returncode: int | None

    def poll(self) -> int | None:
        """Its exit status, if it has ended."""

    def wait(self, timeout: float | None = None) -> int:
        """Waits for its end."""

    def kill(self) -> None:
        """Ends it."""


def guard_at(line: socket.socket, name: str, output: int, errors: int, descriptors: Sequence[int]) -> Guard:
    """A guard that waits at the other end of this line to be told what to start; raises OSError."""
    if not FORKS:
        return InnerGuard(line.dup(), output, errors)
    return start_own(
        lambda: subprocess.Popen(  # noqa: S603  # a constant and a name
            (*GUARD, name),
            cwd="/",
            env={name: os.environ[name] for name in NEEDED if name in os.environ},
            stdin=line.fileno(),
            stdout=output,
            stderr=errors,
            pass_fds=descriptors,
            start_new_session=True,
        )
    )


async def start_guard(
    name: str, output: int, descriptors: Sequence[int]
) -> tuple[Guard, asyncio.StreamReader, asyncio.StreamWriter]:
    """A guard that waits to be told what to start, and the line to it; raises OSError."""
    ours, theirs = socket.socketpair()
    try:
        with theirs:
            process = guard_at(theirs, name, output, output, descriptors)
        try:
            return process, *await asyncio.open_connection(sock=ours)
        except BaseException:
            process.kill()  # there is nothing yet to guard
            process.wait()
            forget(process.pid)
            raise
    except BaseException:
        ours.close()
        raise


def order(folder: Path, door: str, command: Sequence[str], environment: Sequence[tuple[str, str]]) -> bytes:
    """What a guard is told to start; `door`: to the group it is to be in, empty for none."""
    variables = [f"{name}={value}" for name, value in environment]
    words = [os.fspath(folder), door, str(len(command)), *command, *variables]
    if any("\0" in word for word in words):
        raise ValueError("embedded null byte")
    order = b"\0".join(map(os.fsencode, words))
    return b"%d\n%b" % (len(order), order)


def wake(guard: Guard) -> None:
    """Lets a guard go on that what it guards may have stopped."""
    if isinstance(guard, subprocess.Popen):
        with suppress(ProcessLookupError):
            guard.send_signal(signal.SIGCONT)


def ask_to_end(number: int) -> None:
    """Asks a process to end, where that can be asked; raises OSError."""
    if FORKS:
        os.kill(number, signal.SIGTERM)


def end_process(number: int) -> None:
    """Kills a process, if it is there and this user's."""
    with suppress(OSError):
        os.kill(number, signal.SIGKILL if FORKS else signal.SIGTERM)  # which ends a process of Windows at once


def end_group(number: int) -> None:
    """Kills a group of processes, where there are such; a guard that is a thread ends all it has."""
    if FORKS:
        with suppress(ProcessLookupError):
            os.killpg(number, signal.SIGKILL)


def content(guard: int, descriptor: int) -> bytes:
    """What stands in a file that a guard has open; raises OSError. Only Linux has this."""
    return Path(f"/proc/{guard}/fd/{descriptor}").read_bytes()
