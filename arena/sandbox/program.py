"""A program to confine, and the command that runs it confined."""

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arena.sandbox.kernel.groups import Group

ENDED: Final = b'"exit-code"'
"""The text that bubblewrap's report contains once the program has ended; it is absent if the box could not be made."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program to start, and everything it may read or use besides the system's own programs and libraries."""

    command: tuple[str, ...]
    folder: Path
    """The program's working directory; the program may read all files in it."""
    environment: tuple[tuple[str, str], ...] = ()
    readable: tuple[Path, ...] = ()
    """Files, and folders with all their contents, that the program may read."""
    sockets: tuple[Path, ...] = ()
    """Unix sockets that the program may connect to."""
    hidden: tuple[Path, ...] = ()
    """Folders that appear empty to the program, except for its own folder and the `readable` paths in them."""
    scratch: tuple[Path, ...] = ()
    """Folders besides /tmp that the program may write to. In a box, each of these paths is a new empty folder, which is
    removed when the box ends.
    """
    network: bool = False
    """Whether the program may use the machine's network."""
    builds: bool = False
    """Whether the program is a build, which may lock files, although other readers of a file can notice that. In a box,
    a build may also use TCP between its own processes.
    """

    def running(self, command: tuple[str, ...]) -> "Program":
        """Returns a copy of this program with another command."""
        return replace(self, command=command)


@dataclass(frozen=True, slots=True)
class Prepared:
    """The command that runs a program confined, with the resources for its start.

    The caller must pass the descriptors to the command, and close them after the start. The command must be started in
    the cgroup `group`, if there is one, and the caller must end the cgroup afterwards.
    """

    command: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]
    folder: Path
    descriptors: tuple[int, ...] = ()
    parents: int = 0
    """The number of processes of the command, such as bubblewrap's, that are ancestors of the program's process; 0 if
    the command itself becomes the program.
    """
    group: Group | None = None
    status: int | None = None
    """The descriptor, one of `descriptors`, from which bubblewrap's report can be read; the report contains `ENDED`
    once the program has ended. None if there is no report.
    """

    def door(self) -> str:
        """Returns the path of the file through which a process enters the cgroup; empty if there is no cgroup."""
        return os.fspath(self.group.entrance) if self.group else ""

    def close(self) -> None:
        """Closes the file descriptors in `descriptors`; ignores those that are closed already."""
        for descriptor in self.descriptors:
            with suppress(OSError):
                os.close(descriptor)

    def discard(self) -> None:
        """Closes the file descriptors, and ends the cgroup if there is one."""
        self.close()
        if self.group:
            self.group.end()


def in_memory(name: str, content: bytes) -> int:
    """Returns a descriptor of a new file in memory, from which `content` can be read."""
    descriptor = os.memfd_create(name, 0)
    os.write(descriptor, content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def outermost(paths: Iterable[Path]) -> list[Path]:
    """Returns the paths that do not lie inside another of the paths, sorted. A box that shows the returned paths shows
    all paths.
    """
    found: list[Path] = []
    for path in sorted({path.absolute() for path in paths}):
        if not any(path.is_relative_to(there) for there in found):
            found.append(path)
    return found
