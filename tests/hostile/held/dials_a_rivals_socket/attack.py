"""A hostile bot that connects to any other Unix socket in the folder of its own socket; such a socket belongs to a
rival.
"""

import os
import socket
from contextlib import suppress
from pathlib import Path


def attack() -> bool:
    own = Path(os.environ["ARENA_ADDRESS"].removeprefix("unix:"))
    for other in own.parent.glob("*.socket"):
        with suppress(OSError), socket.socket(socket.AF_UNIX) as rival:
            if other != own:
                rival.connect(str(other))
                return True
    return False
