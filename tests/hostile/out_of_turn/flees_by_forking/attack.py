"""A hostile bot that starts a program which moves on to a new process again and again, so that each of its processes
lives only briefly.
"""

import subprocess
import sys

FLIGHT = "import os, time\nend = time.time() + 120\nwhile time.time() < end:\n    if os.fork(): os._exit(0)"


def attack() -> bool:
    subprocess.Popen([sys.executable, "-I", "-S", "-c", FLIGHT], start_new_session=True)
    return False
