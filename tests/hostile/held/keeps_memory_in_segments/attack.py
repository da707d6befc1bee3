"""A hostile bot that makes a System V shared memory segment. Such a segment exists even if no process maps it, and
counts as memory of no process.
"""

import ctypes

PRIVATE, CREATE, REMOVE = 0, 0o1600, 0


def attack() -> bool:
    system = ctypes.CDLL(None, use_errno=True)
    segment = system.shmget(PRIVATE, 1_000_000, CREATE)
    if segment < 0:
        return False
    system.shmctl(segment, REMOVE, None)
    return True
