"""Makes a ring by which the kernel is asked for files and sockets without system calls that a filter sees."""

import ctypes

from tests.hostile.weapons import call

STOPPED_BY = "kernel.io_uring_disabled, or a container that refuses it"


def attack() -> bool:
    return call("io_uring_setup", 1, ctypes.create_string_buffer(120)) >= 0
