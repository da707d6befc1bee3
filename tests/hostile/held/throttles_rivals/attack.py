"""A hostile bot that sets the scheduling priority of a rival. It sets the present value again, which proves the attack
without harm.
"""

import os
from contextlib import suppress

from tests.hostile.weapons import rivals


def attack() -> bool:
    for rival in rivals():
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, rival, os.getpriority(os.PRIO_PROCESS, rival))
            return True
    return False
