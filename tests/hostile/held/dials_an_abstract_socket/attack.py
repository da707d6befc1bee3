"""A hostile bot that connects to an abstract Unix socket, which has a name but no file."""

import os
import socket


def attack() -> bool:
    with socket.socket(socket.AF_UNIX) as own:
        own.connect("\0" + os.environ["ABSTRACT"])
        return True
