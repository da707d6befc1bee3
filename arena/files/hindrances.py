"""The errno values of errors that mean that this machine is full, busy or broken."""

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
    """Whether this machine caused an error, for example by a full disk.

    Such an error says nothing about the data or the program that was being processed.
    """
    return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno in OURS)
