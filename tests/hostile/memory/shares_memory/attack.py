"""A hostile bot that uses 200 MB of memory marked as shared, although no other process shares it; limits on single
processes do not count it.
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
