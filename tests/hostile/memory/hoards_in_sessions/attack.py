"""A hostile bot that uses 160 MB, half of it in each of two processes outside its session."""

import os
import subprocess
import sys
import time

HOARD = "import time; hoard = b'x' * 80_000_000; print(flush=True); time.sleep(600)"


def attack() -> bool:
    command = [sys.executable, "-I", "-S", "-c", HOARD]
    hoards = [subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) for _ in range(2)]
    for hoard in hoards:
        assert hoard.stdout
        hoard.stdout.readline()
    time.sleep(float(os.environ["PATIENCE"]))
    for hoard in hoards:
        hoard.kill()
    return True
