"""A hostile bot that makes the kernel create a BPF map, a table for programs inside the kernel."""

import struct

from tests.hostile.weapons import call

CREATE, ARRAY = 0, 2
NEEDS_ROOT = True


def attack() -> bool:
    asked = struct.pack("<5I", ARRAY, 4, 4, 1, 0)
    return call("bpf", CREATE, asked, len(asked)) >= 0
