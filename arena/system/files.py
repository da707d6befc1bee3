"""Opens files, writes them to the disk and sets their rights, with the features that the system has."""

import os
from pathlib import Path
from typing import Final

from arena.system.kinds import FORKS

CLOSED: Final[int] = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOINHERIT", 0)
"""Flags for `os.open`, so that started programs do not inherit the file, and the system does not translate its line
ends.
"""
NO_LINK: Final[int] = getattr(os, "O_NOFOLLOW", 0)
"""The flag for `os.open` that refuses to follow a link; 0 on systems without it."""
AT_ONCE: Final[int] = getattr(os, "O_NONBLOCK", 0)
"""The flag that makes `os.open` return at once, even for a named pipe without a writer; 0 on systems without it."""
FOLDER: Final[int | None] = getattr(os, "O_DIRECTORY", None)
"""The flag for `os.open` that opens a folder; None on systems that cannot open folders."""

RIGHTS_KEEP_FILES: Final = not FORKS
"""Whether this system refuses to remove a read-only file."""


def sync(path: Path) -> None:
    """Makes sure that a file's content, or the list of names in a folder, is on the disk; raises OSError.

    On systems that cannot open folders this does nothing for a folder, because there the system itself writes the names
    to the disk.
    """
    if FOLDER is None and path.is_dir():
        return
    file = os.open(path, (os.O_RDONLY if FORKS else os.O_RDWR) | CLOSED)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def set_rights(file: int, mode: int) -> None:
    """Sets the rights (the mode) of an open file; does nothing on systems without file modes."""
    if FORKS:
        os.fchmod(file, mode)


def from_folder(path: Path, folder: Path) -> str:
    """Returns the path from `folder` to `path`, or the absolute path if there is no relative one, for example between
    two drives.
    """
    try:
        return os.path.relpath(path, folder)
    except ValueError:
        return str(path.absolute())
