"""Sockets that are files, where the system has them."""

import os
import socket
from pathlib import Path
from typing import Final

from arena.system.kinds import LINUX

THERE: Final = hasattr(socket, "AF_UNIX")
LONGEST_PATH: Final = 107 if LINUX else 103
"""In bytes, as the system has it."""


def fits(path: Path) -> bool:
    """Whether there can be a socket at this path."""
    return THERE and len(os.fsencode(path)) <= LONGEST_PATH


def unix_socket() -> socket.socket:
    """One that is not connected; raises OSError where there are none."""
    if not THERE:
        raise OSError("this system has no Unix sockets")
    return socket.socket(socket.AF_UNIX)
