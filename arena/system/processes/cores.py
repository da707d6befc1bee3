"""The number of usable processors."""

import os


def available_cores() -> int:
    """How many processors this process and all that it starts may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
