"""What a bot leaves behind that has ended its own guard: it comes to this process, and is ended here.

This process is a subreaper as guards are, so what loses its guard becomes its child, in whatever session it is. Whose
it was cannot be told any more, and need not be: of other sessions than its own this process has guards, and processes
that `multiprocessing` knows, nothing else.
"""

import asyncio
import contextlib
import ctypes
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Final

from arena.transport.machine.sight import Process, Sight
from arena.transport.processes.guard import SET_CHILD_SUBREAPER

LOOK_S: Final = 0.01
MOST_LOOKS: Final = 500
_guards: set[int] = set()
_starting = threading.Lock()
"""Held while a guard is there that is not among these; a process may have a host in each of its threads."""


def keeping(start: Callable[[], subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
    """Starts a guard; from now on what loses its guard comes here."""
    with _starting:
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        guard = start()
        _guards.add(guard.pid)
    return guard


def forget(guard: int) -> None:
    """A guard has ended."""
    _guards.discard(guard)


async def end_strays() -> None:
    """Ends what has come here, until nothing is left of it."""
    for _ in range(MOST_LOOKS):
        with _starting:
            strays = _strays()
        if not strays:
            return
        for process in strays:
            _end(process.number)
        await asyncio.sleep(LOOK_S)


def _end(number: int) -> None:
    """Kills a process; takes note if it had ended already and is a child."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(number, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(number, os.WNOHANG)


def _strays() -> list[Process]:
    """The newest first, as guards end them."""
    own, session = os.getpid(), os.getsid(0)
    strays: list[Process] = []
    try:
        sight = Sight.now()
    except OSError:  # there is no /proc, or no descriptor left just now
        return strays
    started = {process.pid for process in multiprocessing.active_children()}
    for number in sorted(set(sight.children(own)) - _guards - started, reverse=True):
        process = sight.process(number)
        if process and process.session != session:
            strays += [process, *sight.below(number)]
    return strays
