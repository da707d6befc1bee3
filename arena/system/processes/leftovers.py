"""Finds the processes that a bot has started, and those that it leaves behind when it ends."""

import os
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from arena.system.kinds import LINUX
from arena.system.processes.guard_control import end_process
from arena.system.processes.process_table import PROC, US_PER_S

STATE, PARENT, SESSION, BEGAN = 0, 1, 3, 19
"""The indices of the fields state, parent, session and start in /proc/PID/stat, counted after the program's name."""
ENDED: Final = (b"Z", b"X")


class Process(NamedTuple):
    """A running process."""

    number: int
    began: int
    """The start of the process, in ticks; this distinguishes it from a later process with the same number."""
    parent: int
    session: int
    name: str


def descendants(number: int) -> set[Process]:
    """Returns all processes below the process with this number: its children, their children, and so on."""
    everything = running()
    found: set[Process] = set()
    parents = {number}
    while parents:
        children = {process for process in everything if process.parent in parents} - found
        found |= children
        parents = {process.number for process in children}
    return found


def left(sessions: Collection[int], marks: Iterable[str], noticed: Iterable[Process]) -> list[Process]:
    """Returns the running processes that belong to one of the sessions `sessions`, have one of the texts `marks` in
    their environment, or are in `noticed`.
    """
    words = [mark.encode() for mark in marks]
    known = {(process.number, process.began) for process in noticed}
    return [
        process
        for process in running()
        if process.session in sessions or (process.number, process.began) in known or _is_marked(process.number, words)
    ]


def end(processes: Iterable[Process]) -> None:
    """Kills each of these processes that is still running."""
    for process in processes:
        if read(process.number) == process:
            end_process(process.number)


if LINUX:

    def visible() -> bool:
        """Whether processes can be listed on this machine."""
        return os.path.exists(f"{PROC}/self/stat")  # noqa: PTH110  # pathlib takes several times as long, here and below

    def running() -> list[Process]:
        """All running processes; empty if they cannot be listed."""
        if not visible():
            return []
        return [process for number in filter(str.isdecimal, os.listdir(PROC)) if (process := read(int(number)))]  # noqa: PTH208

    def read(number: int) -> Process | None:
        """Returns the running process with this number; None if there is no such process."""
        before, _, after = _content(number, "stat").rpartition(b")")
        fields = after.split()
        if not fields or fields[STATE] in ENDED:
            return None
        name = before.partition(b"(")[2].decode("utf-8", "replace")
        return Process(number, int(fields[BEGAN]), int(fields[PARENT]), int(fields[SESSION]), name)

    def _is_marked(number: int, words: Collection[bytes]) -> bool:
        environment = _content(number, "environ")
        return any(word in environment for word in words)

    def _content(number: int, name: str) -> bytes:
        """Returns the content of the file `name` of a process in /proc; empty if the process has ended or belongs to
        another user.
        """
        try:
            with open(f"{PROC}/{number}/{name}", "rb", buffering=0) as file:  # noqa: PTH123
                return file.read()
        except OSError:
            return b""

else:
    import psutil

    from arena.system.processes.portable import name

    def visible() -> bool:
        """Always True: processes can be listed on this system."""
        return True

    def running() -> list[Process]:
        """All running processes."""
        return [process for number in psutil.pids() if (process := read(number))]

    def read(number: int) -> Process | None:
        """Returns the running process with this number; None if there is no such process."""
        try:
            process = psutil.Process(number)
            told = process.as_dict(["status", "create_time", "ppid"])
        except psutil.Error:
            return None
        if told["status"] == psutil.STATUS_ZOMBIE:
            return None
        return Process(number, round((told["create_time"] or 0) * US_PER_S), told["ppid"] or 0, 0, name(process))

    def _is_marked(number: int, words: Collection[bytes]) -> bool:
        try:
            environment = psutil.Process(number).environ()
        except (psutil.Error, OSError):
            return False
        return bool(set(environment.values()) & {word.decode() for word in words})
