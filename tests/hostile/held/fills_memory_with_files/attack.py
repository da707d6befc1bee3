"""A hostile bot that writes a file of 100 MB. It tries several folders, some of which may keep files in memory."""

import os
from contextlib import suppress
from pathlib import Path


def attack() -> bool:
    for place in ("/tmp", "/dev/shm", "/dev", "/", "/var/tmp"):
        path = Path(place) / f"hostile-filling-{os.getpid()}"
        with suppress(OSError):
            try:
                with path.open("wb") as file:
                    for _ in range(100):
                        file.write(bytes(1_000_000))
                return True
            finally:
                path.unlink()
    return False
