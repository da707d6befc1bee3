"""A hostile bot that reads the kernel's log, which names addresses, devices and failed programs."""

import ctypes

from tests.hostile.weapons import done, libc

READ_ALL = 3
NEEDS_ROOT = True


def attack() -> bool:
    return done(libc.klogctl(READ_ALL, ctypes.create_string_buffer(1_000), 1_000)) >= 0
