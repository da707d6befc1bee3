"""The user of this process, on systems where users have numbers."""

import os

from arena.system.kinds import FORKS


def own_number() -> int:
    """The number of this user; 0 where users have none, and each has their own folder for temporary files."""
    return os.geteuid() if FORKS else 0


def is_own(file: os.stat_result) -> bool:
    """Whether a file belongs to this user."""
    return file.st_uid == own_number()
