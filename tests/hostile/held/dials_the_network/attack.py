"""A hostile bot that connects to a TCP port of this machine, which stands for a server on the network."""

import os
import socket


def attack() -> bool:
    with socket.create_connection(("127.0.0.1", int(os.environ["PORT"])), 2):
        return True
