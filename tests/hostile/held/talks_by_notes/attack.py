"""A hostile bot that asks the kernel for a signal whenever a program opens a file in a folder that every bot can
read.
"""

import fcntl
import os
import signal

ACCESSED = 1


def attack() -> bool:
    signal.signal(signal.SIGIO, signal.SIG_IGN)  # the signal would end the bot
    folder = os.open("/usr/bin", os.O_RDONLY)
    fcntl.fcntl(folder, fcntl.F_NOTIFY, ACCESSED)
    os.close(folder)
    return True
