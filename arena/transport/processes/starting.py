"""Starts a guard and tells it what to start."""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from arena.sandbox.children import forget, start_own
from arena.sandbox.program import Prepared

GUARD: Final = (sys.executable, "-I", "-S", str(Path(__file__).with_name("guard.py")))
NEEDED: Final = ("LD_LIBRARY_PATH",)
"""Environment variables without which Python may not start; all a guard gets."""


async def start_guard(
    name: str, output: int, descriptors: Sequence[int]
) -> tuple["subprocess.Popen[bytes]", asyncio.StreamReader, asyncio.StreamWriter]:
    """A guard that waits to be told what to start, and the line to it; raises OSError."""
    ours, theirs = socket.socketpair()
    try:
        with theirs:
            process = start_own(
                lambda: subprocess.Popen(  # noqa: S603  # a constant and a name
                    (*GUARD, name),
                    cwd="/",
                    env=guard_environment(),
                    stdin=theirs.fileno(),
                    stdout=output,
                    stderr=output,
                    pass_fds=descriptors,
                    start_new_session=True,
                )
            )
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


def guard_environment() -> dict[str, str]:
    """All of the arena's environment that a guard gets."""
    return {name: os.environ[name] for name in NEEDED if name in os.environ}


def order(prepared: Prepared) -> bytes:
    """What a guard is told to start."""
    variables = [f"{name}={value}" for name, value in prepared.environment]
    door = os.fspath(prepared.group.entrance) if prepared.group else ""
    words = [os.fspath(prepared.folder), door, str(len(prepared.command)), *prepared.command, *variables]
    if any("\0" in word for word in words):
        raise ValueError("embedded null byte")
    order = b"\0".join(map(os.fsencode, words))
    return b"%d\n%b" % (len(order), order)
