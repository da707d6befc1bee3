"""Opens files, syncs them and sets their rights, as far as the system can."""

import os
from pathlib import Path
from typing import Final

from arena.system.kinds import FORKS

CLOSED: Final[int] = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOINHERIT", 0)
"""Flags for `os.open`: programs this process starts do not inherit the file, and its bytes are not changed."""
NO_LINK: Final[int] = getattr(os, "O_NOFOLLOW", 0)
"""The flag for `os.open` that refuses to follow a link; 0 where there is none."""
AT_ONCE: Final[int] = getattr(os, "O_NONBLOCK", 0)
"""The flag for `os.open` not to wait for the other end of a pipe or device; 0 where there is none."""
FOLDER: Final[int | None] = getattr(os, "O_DIRECTORY", None)
"""The flag for `os.open` to open a folder; None where folders cannot be opened."""

RIGHTS_KEEP_FILES: Final = not FORKS
"""Whether a file that nobody may write to can also not be removed."""


def sync(path: Path) -> None:
    """Makes sure that a file, or the names in a folder, are on the disk; raises OSError.

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
    """Gives an open file these rights, on systems where files have them."""
    if FORKS:
        os.fchmod(file, mode)


def from_folder(path: Path, folder: Path) -> str:
    """The path relative to a folder; the absolute path if there is no such way, as from one drive to another."""
    try:
        return os.path.relpath(path, folder)
    except ValueError:
        return str(path.absolute())
