"""Dials a Unix socket that has a name and no file."""

import os
import socket


def attack() -> bool:
    with socket.socket(socket.AF_UNIX) as own:
        own.connect("\0" + os.environ["ABSTRACT"])
        return True
