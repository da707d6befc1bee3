"""Opens files, syncs them and sets their rights, as far as the system can."""

import os
from pathlib import Path
from typing import Final

from arena.system.kinds import FORKS

CLOSED: Final[int] = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOINHERIT", 0)
"""Opens a file for this process alone, and its bytes as they are."""
NO_LINK: Final[int] = getattr(os, "O_NOFOLLOW", 0)
"""Opens no link, where there is such a flag."""
AT_ONCE: Final[int] = getattr(os, "O_NONBLOCK", 0)
"""Waits for nobody at the other end of what is no plain file."""
FOLDER: Final[int | None] = getattr(os, "O_DIRECTORY", None)
"""Opens a folder; None where folders cannot be opened."""

RIGHTS_KEEP_FILES: Final = not FORKS
"""Whether a file that nobody may write to cannot be removed either."""


def sync(path: Path) -> None:
    """Has a file, or the names in a folder, on the disk; raises OSError.

    Where folders cannot be opened, the system has their names there before it says that they changed.
    """
    if FOLDER is None and path.is_dir():
        return
    file = os.open(path, (os.O_RDONLY if FORKS else os.O_RDWR) | CLOSED)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def set_rights(file: int, mode: int) -> None:
    """Gives an open file these rights, where files have such."""
    if FORKS:
        os.fchmod(file, mode)


def from_folder(path: Path, folder: Path) -> str:
    """A path as it is from a folder; all of it where none leads there, as from one drive to another."""
    try:
        return os.path.relpath(path, folder)
    except ValueError:
        return str(path.absolute())
