"""A hostile bot that uses 200 MB of memory marked as shared, although no other process shares it. Memory limits of
single processes do not count shared memory.
"""

import mmap
import os
import time


def attack() -> bool:
    hoard = mmap.mmap(-1, 200_000_000)
    for _ in range(200):
        hoard.write(bytes(1_000_000))
    time.sleep(float(os.environ["PATIENCE"]))
    return True
