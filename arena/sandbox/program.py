"""A program before and after it is confined."""

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arena.sandbox.kernel.groups import Group

ENDED: Final = b'"exit-code"'
"""What bubblewrap tells of a program, and not of a box that it could not make."""


@dataclass(frozen=True, slots=True)
class Program:
    """What is to be started, and all it may see beside the system's own programs and libraries."""

    command: tuple[str, ...]
    folder: Path
    """Where it is run; it may read what is in it."""
    environment: tuple[tuple[str, str], ...] = ()
    readable: tuple[Path, ...] = ()
    """Files and folders, each with all that is in it."""
    sockets: tuple[Path, ...] = ()
    """Unix sockets it may dial."""
    hidden: tuple[Path, ...] = ()
    """Folders in what is readable that are empty for it, but for its own folder and what is named readable in them."""
    scratch: tuple[Path, ...] = ()
    """Folders it may fill beside /tmp. In a box they are its own: empty when it begins, and gone with it."""
    network: bool = False
    """Whether it may use the machine's network."""
    builds: bool = False
    """Whether it is a build: it may lock files, which others feel who read them too, and talk to itself over TCP."""

    def running(self, command: tuple[str, ...]) -> "Program":
        """Another command in its place, with all it has."""
        return replace(self, command=command)


@dataclass(frozen=True, slots=True)
class Prepared:
    """What to start instead; its descriptors are to be passed on, and closed when it was started.

    Its group is to be entered before, and ended afterwards.
    """

    command: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]
    folder: Path
    descriptors: tuple[int, ...] = ()
    parents: int = 0
    """How many processes, each the child of the one before, stand between the one that is started and the program's."""
    group: Group | None = None
    status: int | None = None
    """The descriptor, one of these, of a file in which a box tells how the program ended, and `ENDED` only then."""

    def door(self) -> str:
        """The file by which its group is entered; empty where it has none."""
        return os.fspath(self.group.entrance) if self.group else ""

    def close(self) -> None:
        """Lets go of the descriptors; may be said again."""
        for descriptor in self.descriptors:
            with suppress(OSError):
                os.close(descriptor)

    def discard(self) -> None:
        """Lets go of all there is: nothing was started."""
        self.close()
        if self.group:
            self.group.end()


def in_memory(name: str, content: bytes) -> int:
    """A descriptor from which `content` can be read, that no file stands behind."""
    descriptor = os.memfd_create(name, 0)
    os.write(descriptor, content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def outermost(paths: Iterable[Path]) -> list[Path]:
    """The paths that lie in none of the others, in order: what must be let in so that all are."""
    found: list[Path] = []
    for path in sorted({path.absolute() for path in paths}):
        if not any(path.is_relative_to(there) for there in found):
            found.append(path)
    return found
