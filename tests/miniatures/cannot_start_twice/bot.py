"""Keeps a lock file, which it removes when it ends normally but not when it is killed, so that it cannot start again
then.
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
