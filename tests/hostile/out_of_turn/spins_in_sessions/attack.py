"""A hostile bot that starts two programs outside its session, which compute all the time, even when it is not the bot's
turn.
"""

import subprocess
import sys


def attack() -> bool:
    for _ in range(2):
        subprocess.Popen([sys.executable, "-I", "-S", "-c", "while True: pass"], start_new_session=True)
    return False
