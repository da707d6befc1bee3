"""A hostile bot that asks the kernel to let it handle page faults itself. It could then halt the kernel at a chosen
point.
"""

from tests.hostile.weapons import call

USER_MODE_ONLY = 1
STOPPED_BY = "a container that refuses it"


def attack() -> bool:
    return call("userfaultfd", USER_MODE_ONLY) >= 0
