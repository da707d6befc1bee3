"""A hostile bot that raises one of the limits that the arena has set for it."""

import resource

NEEDS_ROOT = True
STOPPED_BY = "a container whose root may not raise limits"


def attack() -> bool:
    now, most = resource.getrlimit(resource.RLIMIT_NICE)
    resource.setrlimit(resource.RLIMIT_NICE, (now, most + 1))
    return True
