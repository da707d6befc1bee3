"""Which processes a bot has, and which it leaves behind, as Linux tells it; elsewhere none are seen."""

import os
import signal
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

STATE, PARENT, SESSION, BEGAN = 0, 1, 3, 19
"""Places of fields behind the program's name in /proc/PID/stat."""
ENDED: Final = ("Z", "X")
PROC: Final = Path("/proc")


class Process(NamedTuple):
    """A process that runs."""

    number: int
    began: int
    """In ticks; with the number it tells one process from a later one."""
    parent: int
    session: int
    name: str


def visible() -> bool:
    """Whether processes can be listed here."""
    return (PROC / "self" / "stat").exists()


def running() -> list[Process]:
    """All processes that run."""
    return [process for folder in PROC.glob("[0-9]*") if (process := _read(folder))]


def descendants(number: int) -> set[Process]:
    """The processes the one with this number has started, and what these have started."""
    everything = running()
    found: set[Process] = set()
    parents = {number}
    while parents:
        children = {process for process in everything if process.parent in parents} - found
        found |= children
        parents = {process.number for process in children}
    return found


def left(sessions: Collection[int], marks: Iterable[str], noticed: Iterable[Process]) -> list[Process]:
    """What runs still of these sessions, with one of these words in its environment, or of those noticed before."""
    words = [mark.encode() for mark in marks]
    known = {(process.number, process.began) for process in noticed}
    return [
        process
        for process in running()
        if process.session in sessions or (process.number, process.began) in known or _is_marked(process.number, words)
    ]


def end(processes: Iterable[Process]) -> None:
    """Kills them."""
    for process in processes:
        if _read(PROC / str(process.number)) == process:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process.number, signal.SIGKILL)


def _read(folder: Path) -> Process | None:
    try:
        before, _, after = (folder / "stat").read_text("utf-8", "replace").rpartition(")")
    except OSError:  # it has ended meanwhile
        return None
    fields = after.split()
    if fields[STATE] in ENDED:
        return None
    name = before.partition("(")[2]
    return Process(int(folder.name), int(fields[BEGAN]), int(fields[PARENT]), int(fields[SESSION]), name)


def _is_marked(number: int, words: Collection[bytes]) -> bool:
    try:
        environment = (PROC / str(number) / "environ").read_bytes()
    except OSError:  # it has ended, or is somebody else's
        return False
    return any(word in environment for word in words)
