"""Starts two programs that compute in sessions of their own, whoever has the turn."""

import subprocess
import sys


def attack() -> bool:
    for _ in range(2):
        subprocess.Popen([sys.executable, "-I", "-S", "-c", "while True: pass"], start_new_session=True)
    return False
