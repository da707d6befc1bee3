"""The number of usable processors."""

import os


def available_cores() -> int:
    """The processors this process may use, and all it starts."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
