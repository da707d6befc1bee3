"""Dials a port of the machine, as it would a server outside."""

import os
import socket


def attack() -> bool:
    with socket.create_connection(("127.0.0.1", int(os.environ["PORT"])), 2):
        return True
