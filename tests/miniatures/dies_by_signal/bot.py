"""Is ended by a signal without a name."""

import os
import signal

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    next(wire.turns())
    os.kill(os.getpid(), signal.SIGRTMIN + 6)
