"""A program to confine, and the command that runs it confined."""

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arena.sandbox.kernel.groups import Group

ENDED: Final = b'"exit-code"'
"""A word in bubblewrap's report if the program has ended; it is absent if the box could not be made."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program to start, and all it may see besides the system's own programs and libraries."""

    command: tuple[str, ...]
    folder: Path
    """The program's working directory, in which it may read all files."""
    environment: tuple[tuple[str, str], ...] = ()
    readable: tuple[Path, ...] = ()
    """Files and folders that it may read, each with all that is in it."""
    sockets: tuple[Path, ...] = ()
    """Unix sockets that it may connect to."""
    hidden: tuple[Path, ...] = ()
    """Folders that it sees as empty, but for its own folder and what `readable` names in them."""
    scratch: tuple[Path, ...] = ()
    """Folders besides /tmp that it may write to; a box has its own, which are empty at first and removed at its end."""
    network: bool = False
    """Whether it may use the machine's network."""
    builds: bool = False
    """Whether it is a build: it may lock files, which other readers of them notice, and talk to itself over TCP."""

    def running(self, command: tuple[str, ...]) -> "Program":
        """The same program with `command` as its command."""
        return replace(self, command=command)


@dataclass(frozen=True, slots=True)
class Prepared:
    """What must be started so that a program runs confined.

    Its descriptors must be passed on, then closed after the start. Its group must be entered before the start, and
    ended afterwards.
    """

    command: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]
    folder: Path
    descriptors: tuple[int, ...] = ()
    parents: int = 0
    """How many generations the program's process is below the process that is started; 0 if it is the same."""
    group: Group | None = None
    status: int | None = None
    """The one of `descriptors` from which the box's report can be read; it has `ENDED` once the program has ended.
    None: no report.
    """

    def door(self) -> str:
        """The path of the file through which a process enters the group; empty if there is no group."""
        return os.fspath(self.group.entrance) if self.group else ""

    def close(self) -> None:
        """Closes the descriptors; may be called again."""
        for descriptor in self.descriptors:
            with suppress(OSError):
                os.close(descriptor)

    def discard(self) -> None:
        """Closes the descriptors and ends the group."""
        self.close()
        if self.group:
            self.group.end()


def in_memory(name: str, content: bytes) -> int:
    """A descriptor of a new file in memory, from which `content` can be read."""
    descriptor = os.memfd_create(name, 0)
    os.write(descriptor, content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def outermost(paths: Iterable[Path]) -> list[Path]:
    """Those paths that lie in none of the others, sorted: a box that shows these shows all."""
    found: list[Path] = []
    for path in sorted({path.absolute() for path in paths}):
        if not any(path.is_relative_to(there) for there in found):
            found.append(path)
    return found
