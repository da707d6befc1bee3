"""Fills two hundred pairs of sockets and reads none, so that the kernel holds what no process has."""

import os
import socket
import time
from contextlib import suppress

BOXED_ONLY = True
"""Elsewhere nothing tells its sockets from those of others."""


def attack() -> bool:
    pairs = [socket.socketpair() for _ in range(200)]
    for one, _ in pairs:
        one.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                one.send(bytes(65_536))
    time.sleep(float(os.environ["PATIENCE"]))
    return True
