"""Sets a limit of a rival: here, to what it is; with no CPU time left it would be ended."""

import resource
from contextlib import suppress

from tests.hostile.weapons import rivals


def attack() -> bool:
    for rival in rivals():
        with suppress(OSError):
            resource.prlimit(rival, resource.RLIMIT_CPU, resource.prlimit(rival, resource.RLIMIT_CPU))
            return True
    return False
