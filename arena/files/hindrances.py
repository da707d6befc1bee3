"""errno values that mean that this machine is full, busy or broken."""

import errno
from typing import Final

OURS: Final = (
    errno.ENOSPC,
    errno.EDQUOT,
    errno.EMFILE,
    errno.ENFILE,
    errno.EAGAIN,
    errno.ENOMEM,
    errno.EIO,
    errno.EROFS,
    errno.ESTALE,
    errno.ETIMEDOUT,
)


def is_hindrance(error: BaseException | None) -> bool:
    """Whether an error was caused by this machine, and not by what was read, built or run on it."""
    return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno in OURS)
