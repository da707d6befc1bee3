"""Has 200 MB that are shared with nobody, which no limit of a single process counts."""

import mmap
import os
import time


def attack() -> bool:
    hoard = mmap.mmap(-1, 200_000_000)
    for _ in range(200):
        hoard.write(bytes(1_000_000))
    time.sleep(float(os.environ["PATIENCE"]))
    return True
