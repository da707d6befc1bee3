"""Opens a socket to the kernel's part for networks: cards, routes, who listens."""

import socket


def attack() -> bool:
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0):
        return True
