"""Dials a Unix socket of another service, as there may be many: of the desktop, of containers, of keys."""

import os
import socket

OPEN_CONFINED = True


def attack() -> bool:
    with socket.socket(socket.AF_UNIX) as own:
        own.connect(os.environ["SERVICE"])
        return True
