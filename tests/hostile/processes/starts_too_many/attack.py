"""A hostile bot that starts a hundred programs, each in a separate session."""

import os
import subprocess
import time


def attack() -> bool:
    started: list[subprocess.Popen[bytes]] = []
    try:
        while len(started) < 100:
            started.append(subprocess.Popen(["sleep", "600"], start_new_session=True))
        time.sleep(float(os.environ["PATIENCE"]))
        return True
    finally:
        for process in started:
            process.kill()
            process.wait()
