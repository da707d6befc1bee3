"""Unix sockets, on systems that have them."""

import os
import socket
from pathlib import Path
from typing import Final

from arena.system.kinds import LINUX

THERE: Final = hasattr(socket, "AF_UNIX")
LONGEST_PATH: Final = 107 if LINUX else 103
"""The longest path that a Unix socket can have, in encoded bytes."""


def fits(path: Path) -> bool:
    """Returns whether this system has Unix sockets, and this path is short enough for one."""
    return THERE and len(os.fsencode(path)) <= LONGEST_PATH


def unix_socket() -> socket.socket:
    """Returns a new, unconnected Unix socket; raises OSError on systems without Unix sockets."""
    if not THERE:
        raise OSError("this system has no Unix sockets")
    return socket.socket(socket.AF_UNIX)
