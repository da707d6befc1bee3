"""A hostile bot that connects to the Unix socket of another service, such as a desktop, a container engine or a key
agent.
"""

import os
import socket

OPEN_CONFINED = True


def attack() -> bool:
    with socket.socket(socket.AF_UNIX) as own:
        own.connect(os.environ["SERVICE"])
        return True
