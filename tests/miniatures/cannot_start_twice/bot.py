"""A bot that cannot start while its lock file exists; it removes the file when it ends normally, but not when it is
killed.
"""

import sys
from pathlib import Path

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    lock = Path.home() / "cannot-start-twice.lock"
    if lock.exists():
        sys.exit("I am running already")
    lock.touch()
    try:
        wire.hello(max_matches=64)
        wire.play_on()
    finally:
        lock.unlink()
