"""The user of this process, on systems on which users have numbers."""

import os

from arena.system.kinds import FORKS


def own_number() -> int:
    """The number of this user; 0 on systems without such numbers, where each user has a folder for temporary files."""
    return os.geteuid() if FORKS else 0


def is_own(file: os.stat_result) -> bool:
    """Whether a file belongs to the user of this process."""
    return file.st_uid == own_number()
