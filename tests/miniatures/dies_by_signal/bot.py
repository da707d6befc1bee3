"""A bot that kills itself in its first turn, with a signal that has no name."""

import os
import signal

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    next(wire.turns())
    os.kill(os.getpid(), signal.SIGRTMIN + 6)
