"""Raises a limit it was given."""

import resource

NEEDS_ROOT = True
STOPPED_BY = "a container whose root may not raise limits"


def attack() -> bool:
    now, most = resource.getrlimit(resource.RLIMIT_NICE)
    resource.setrlimit(resource.RLIMIT_NICE, (now, most + 1))
    return True
