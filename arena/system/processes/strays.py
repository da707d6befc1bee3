"""Ends the strays: processes that this process has inherited because their own parent has ended.

A guard is a process that runs a bot and ends everything the bot started. Two kinds of processes become strays:
processes of a bot that has ended its own guard, and guards of an arena process that has died.

This process is a subreaper: it becomes the parent of each process below it that has lost its parent. A child is
a stray if it is in another session than this process, and this process has not started it. `children.py` and
`multiprocessing` record the children that this process has started.
"""

import asyncio
import contextlib
import multiprocessing
import os
import threading
from typing import Final

from arena.system.kinds import LINUX
from arena.system.processes.children import own_children
from arena.system.processes.guard_control import end_process
from arena.system.processes.process_table import Process, Sight

LOOK_S: Final = 0.01
MOST_LOOKS: Final = 500


def end_strays_at_once() -> None:
    """Kills all inherited processes, as `end_strays` does, but in a separate thread, because an event loop may be
    running in this thread.
    """
    thread = threading.Thread(target=lambda: asyncio.run(end_strays()))
    thread.start()
    thread.join()


async def end_strays() -> None:
    """Kills all inherited processes and waits for them, until none is left or MOST_LOOKS tries have passed."""
    for _ in range(MOST_LOOKS):
        with own_children() as own:
            strays = _strays(own)
        if not strays:
            return
        for process in strays:
            _end(process.number)
        await asyncio.sleep(LOOK_S)


def _end(number: int) -> None:
    """Kills a process; collects its exit status if it is a child and has ended already."""
    end_process(number)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(number, os.WNOHANG)


def _strays(started: set[int]) -> list[Process]:
    """Returns the inherited processes, newest first, with all processes below them; empty on systems other than Linux.

    `started`: the numbers of the processes that this process has started itself.
    """
    strays: list[Process] = []
    if not LINUX:  # on other systems, a process inherits no processes
        return strays
    own, session = os.getpid(), os.getsid(0)
    before = multiprocessing.active_children()  # listed twice, because some may end while `Sight.now` runs
    try:
        sight = Sight.now()
    except OSError:  # there is no /proc, or no descriptor left just now
        return strays
    known = started | {process.pid for process in (*before, *multiprocessing.active_children()) if process.pid}
    for number in sorted(set(sight.children(own)) - known, reverse=True):
        process = sight.process(number)
        if process and process.session != session:
            strays += [process, *sight.below(number)]
    return strays
