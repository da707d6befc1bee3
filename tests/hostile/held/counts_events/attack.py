"""A hostile bot that makes the kernel count events of the processor, from which it could infer the activity of other
programs.
"""

import struct

from tests.hostile.weapons import call

SOFTWARE, EXCLUDE_KERNEL = 1, 1 << 5
STOPPED_BY = "kernel.perf_event_paranoid, or a container that refuses it"


def attack() -> bool:
    asked = struct.pack("<IIQQQQQ", SOFTWARE, 64, 0, 0, 0, 0, EXCLUDE_KERNEL).ljust(64, b"\0")
    return call("perf_event_open", asked, 0, -1, -1, 0) >= 0
