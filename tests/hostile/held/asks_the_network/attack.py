"""A hostile bot that opens a netlink socket, from which it could learn of network cards, routes and listening
programs.
"""

import socket


def attack() -> bool:
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0):
        return True
