"""A hostile bot that sends a datagram to a service of the machine, and waits for its answer."""

import os
import socket


def attack() -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as own:
        own.settimeout(1)
        own.sendto(b"hello", ("127.0.0.1", int(os.environ["DATAGRAM_PORT"])))
        return own.recv(10) == b"hello"
