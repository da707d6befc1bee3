"""Opens a setting of the kernel for writing: with this one, a way to run programs outside."""

import os

NEEDS_ROOT = True


def attack() -> bool:
    os.close(os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY))
    return True
