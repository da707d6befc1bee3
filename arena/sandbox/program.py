"""A program to confine, and the command that runs it confined."""

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arena.sandbox.kernel.groups import Group

ENDED: Final = b'"exit-code"'
"""A word that bubblewrap writes when a program has ended, and never if it could not make the box."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program to start, and all it may see besides the system's own programs and libraries."""

    command: tuple[str, ...]
    folder: Path
    """Its working directory; it may read all in it."""
    environment: tuple[tuple[str, str], ...] = ()
    readable: tuple[Path, ...] = ()
    """Files and folders that it may read, each with all that is in it."""
    sockets: tuple[Path, ...] = ()
    """Unix sockets that it may dial."""
    hidden: tuple[Path, ...] = ()
    """Folders that it sees empty, except its own folder and what `readable` names in them."""
    scratch: tuple[Path, ...] = ()
    """Folders besides /tmp that it may write to. In a box they are its own: empty at first, and gone when it ends."""
    network: bool = False
    """Whether it may use the machine's network."""
    builds: bool = False
    """Whether it is a build: it may lock files, which other readers of them notice, and talk to itself over TCP."""

    def running(self, command: tuple[str, ...]) -> "Program":
        """The same program with another command."""
        return replace(self, command=command)


@dataclass(frozen=True, slots=True)
class Prepared:
    """What to start so that a program runs confined. Its descriptors must be passed on, then closed after the start.

    Its group must be entered before the start, and ended afterwards.
    """

    command: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]
    folder: Path
    descriptors: tuple[int, ...] = ()
    parents: int = 0
    """How many generations below the started process the program's own process is; 0 if it is the same."""
    group: Group | None = None
    status: int | None = None
    """The one of `descriptors` whose file has the box's reports, with `ENDED` only once the program has ended."""

    def door(self) -> str:
        """The file by which its group is entered; empty if it has none."""
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
    """A descriptor of a file in memory from which `content` can be read."""
    descriptor = os.memfd_create(name, 0)
    os.write(descriptor, content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def outermost(paths: Iterable[Path]) -> list[Path]:
    """The paths that lie in none of the others, in order: to show these is to show all."""
    found: list[Path] = []
    for path in sorted({path.absolute() for path in paths}):
        if not any(path.is_relative_to(there) for there in found):
            found.append(path)
    return found
