"""A hostile bot that fills two hundred pairs of sockets and never reads from them. The data fill kernel memory that
counts as memory of no process.
"""

import os
import socket
import time
from contextlib import suppress

BOXED_ONLY = True
"""Whether the arena can detect this attack only in a box; without a box it cannot distinguish the bot's sockets from
others.
"""


def attack() -> bool:
    pairs = [socket.socketpair() for _ in range(200)]
    for one, _ in pairs:
        one.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                one.send(bytes(65_536))
    time.sleep(float(os.environ["PATIENCE"]))
    return True
