"""Starts guards, which are processes that each start a bot and end everything it started, and sends them orders.

`guard.py` describes a guard and its messages. On systems where processes cannot fork, a guard is a thread
(`thread_guard.py`).
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
from arena.system.processes.thread_guard import InnerGuard

GUARD: Final = (sys.executable, "-I", "-S", str(Path(__file__).with_name("guard.py")))
NEEDED: Final = ("LD_LIBRARY_PATH",)
"""The names of the only environment variables that a guard gets; without them Python may not start."""


class Guard(Protocol):
    """The interface of a guard, which runs a program and ends everything it started.

    A guard that is a process is a `Popen`; a guard that is a thread is an `InnerGuard`.
    """

    pid: int
    returncode: int | None

    def poll(self) -> int | None:
        """The guard's exit status; None if it has not ended."""

    def wait(self, timeout: float | None = None) -> int:
        """Waits for the guard's end; returns its exit status."""

    def kill(self) -> None:
        """Kills the guard, and with it all that it guards."""


def guard_at(line: socket.socket, name: str, output: int, errors: int, descriptors: Sequence[int]) -> Guard:
    """Starts a guard, which waits for an order on `line`, its socket to the arena; raises OSError.

    The guard's program writes to the open files `output` and `errors`, and inherits the open files `descriptors`. A
    guard that is a thread ignores `descriptors`.
    """
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
    """Starts a guard as `guard_at` does, with a new socket. Returns the guard, a stream to read its messages, and a
    stream to send it the order. Raises OSError.
    """
    ours, theirs = socket.socketpair()
    try:
        with theirs:
            process = guard_at(theirs, name, output, output, descriptors)
        try:
            return process, *await asyncio.open_connection(sock=ours)
        except BaseException:
            process.kill()  # the guard has no bot yet
            process.wait()
            forget(process.pid)
            raise
    except BaseException:
        ours.close()
        raise


def order(folder: Path, door: str, command: Sequence[str], environment: Sequence[tuple[str, str]]) -> bytes:
    """Returns the encoded order to a guard to start a program. `door`: the file through which the program enters its
    cgroup; empty for none.
    """
    variables = [f"{name}={value}" for name, value in environment]
    words = [os.fspath(folder), door, str(len(command)), *command, *variables]
    if any("\0" in word for word in words):
        raise ValueError("embedded null byte")
    order = b"\0".join(map(os.fsencode, words))
    return b"%d\n%b" % (len(order), order)


def wake(guard: Guard) -> None:
    """Continues a guard's process, which the guarded program may have stopped by a signal."""
    if isinstance(guard, subprocess.Popen):
        with suppress(ProcessLookupError):
            guard.send_signal(signal.SIGCONT)


def ask_to_end(number: int) -> None:
    """Asks a process to end; does nothing on systems where that is not possible. Raises OSError."""
    if FORKS:
        os.kill(number, signal.SIGTERM)


def end_process(number: int) -> None:
    """Kills a process, if it exists and belongs to this user."""
    with suppress(OSError):
        os.kill(number, signal.SIGKILL if FORKS else signal.SIGTERM)  # on Windows SIGTERM ends it at once


def end_group(number: int) -> None:
    """Kills a process group; does nothing on systems without groups, where the guard's thread ends the processes."""
    if FORKS:
        with suppress(ProcessLookupError):
            os.killpg(number, signal.SIGKILL)


def content(guard: int, descriptor: int) -> bytes:
    """Returns the content of the file that a guard has open with the number `descriptor`; raises OSError. Works only on
    Linux.
    """
    return Path(f"/proc/{guard}/fd/{descriptor}").read_bytes()
