"""A hostile bot that sets a resource limit of a rival. It sets the present value again, which proves the attack without
harm; a limit of no CPU time would end the rival.
"""

import resource
from contextlib import suppress

from tests.hostile.weapons import rivals


def attack() -> bool:
    for rival in rivals():
        with suppress(OSError):
            resource.prlimit(rival, resource.RLIMIT_CPU, resource.prlimit(rival, resource.RLIMIT_CPU))
            return True
    return False
