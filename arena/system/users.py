"""The user of this process, on systems that number their users."""

import os

from arena.system.kinds import FORKS


def own_number() -> int:
    """Returns the number of the user of this process; 0 on systems that do not number their users."""
    return os.geteuid() if FORKS else 0


def is_own(file: os.stat_result) -> bool:
    """Whether a file belongs to the user of this process."""
    return file.st_uid == own_number()
