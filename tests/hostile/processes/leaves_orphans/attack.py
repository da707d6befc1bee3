"""A hostile bot that starts a hundred processes outside its session. The parent of each process ends at once."""

import os
import signal
import subprocess
import time

LEAVE = "sleep 600 > /dev/null & echo $!"


def attack() -> bool:
    left: list[int] = []
    try:
        while len(left) < 100:
            done = subprocess.run(["setsid", "sh", "-c", LEAVE], stdout=subprocess.PIPE, text=True, check=False)
            if not done.stdout.strip():
                return False
            left.append(int(done.stdout))
        time.sleep(float(os.environ["PATIENCE"]))
        return True
    finally:
        for number in left:
            os.kill(number, signal.SIGKILL)
