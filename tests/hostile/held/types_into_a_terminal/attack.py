"""A hostile bot that types a letter into its own terminal. In the terminal of the person who started the arena, it
could type a command.
"""

import subprocess
import sys

TYPES = """
import fcntl, os, termios
main, own = os.openpty()
os.setsid()
fcntl.ioctl(own, termios.TIOCSCTTY, 0)
fcntl.ioctl(own, termios.TIOCSTI, b"x")
"""
STOPPED_BY = "dev.tty.legacy_tiocsti"


def attack() -> bool:
    return subprocess.run((sys.executable, "-I", "-S", "-c", TYPES), check=False).returncode == 0
