"""A hostile bot that opens the kernel's setting core_pattern for writing. The setting could make the kernel run a
program outside the sandbox.
"""

import os

NEEDS_ROOT = True


def attack() -> bool:
    os.close(os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY))
    return True
