"""Opens files, syncs them and sets their rights, as far as the system can."""

import os
from pathlib import Path
from typing import Final

from arena.system.kinds import FORKS

CLOSED: Final[int] = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOINHERIT", 0)
"""Flags for `os.open`: started programs do not inherit the file, and its bytes are not translated."""
NO_LINK: Final[int] = getattr(os, "O_NOFOLLOW", 0)
"""The flag for `os.open` that refuses to follow a link; 0 on systems without it."""
AT_ONCE: Final[int] = getattr(os, "O_NONBLOCK", 0)
"""The flag for `os.open` not to wait for the other end of a pipe or device; 0 on systems without it."""
FOLDER: Final[int | None] = getattr(os, "O_DIRECTORY", None)
"""The flag for `os.open` that opens a folder; None on systems that cannot open folders."""

RIGHTS_KEEP_FILES: Final = not FORKS
"""Whether a read-only file cannot be removed on this system."""


def sync(path: Path) -> None:
    """Makes sure that a file's content, or the names in a folder, are on the disk; raises OSError.

    Where folders cannot be opened, the system itself writes their names to the disk before it reports a change.
    """
    if FOLDER is None and path.is_dir():
        return
    file = os.open(path, (os.O_RDONLY if FORKS else os.O_RDWR) | CLOSED)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def set_rights(file: int, mode: int) -> None:
    """Sets the rights of an open file; does nothing on systems without such rights."""
    if FORKS:
        os.fchmod(file, mode)


def from_folder(path: Path, folder: Path) -> str:
    """The path from `folder` to `path`; the absolute path if there is none, for example to another drive."""
    try:
        return os.path.relpath(path, folder)
    except ValueError:
        return str(path.absolute())
