"""A hostile bot that asks whether a shared file is in the page cache, and asks the kernel to drop it from there. With
both requests, bots could leave messages in the cache.
"""

import os
from contextlib import suppress

FILE = "/bin/sh"


def attack() -> bool:
    file = os.open(FILE, os.O_RDONLY)
    with suppress(BlockingIOError):  # this error also answers the question: the file is not in the page cache
        os.preadv(file, [bytearray(1)], 0, os.RWF_NOWAIT)
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    return True
