"""A hostile bot that connects to the socket of a rival. It tries the sockets that /proc lists, and also guesses
names, which are numbers.
"""

import os
import re
import socket
from contextlib import suppress
from pathlib import Path

OPEN_CONFINED_TO_ITS_USER = True


def attack() -> bool:
    own = os.environ["ARENA_ADDRESS"].removeprefix("unix:")
    folder = Path(own).parent
    listed = set(re.findall(rf"{re.escape(str(folder))}/\S+", Path("/proc/net/unix").read_text("utf-8")))
    for path in (listed | {f"{folder}/{number}.socket" for number in range(40)}) - {own}:
        with suppress(OSError), socket.socket(socket.AF_UNIX) as rival:
            rival.connect(path)
            return True
    return False
