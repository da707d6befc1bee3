"""A hostile bot that makes an io_uring, a pair of queues between a program and the kernel.

By io_uring, a program can have the kernel open files and sockets without the system calls that a filter checks.
"""

import ctypes

from tests.hostile.weapons import call

STOPPED_BY = "kernel.io_uring_disabled, or a container that refuses it"


def attack() -> bool:
    return call("io_uring_setup", 1, ctypes.create_string_buffer(120)) >= 0
