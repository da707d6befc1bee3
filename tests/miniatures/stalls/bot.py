"""A bot that never answers; when the arena asks it to end, it prints the line of its code that it is waiting in."""

import faulthandler
import signal

from tests.miniatures.wire import Wire, sleep_for_ever


def play(wire: Wire) -> None:
    faulthandler.register(signal.SIGTERM, chain=True)
    wire.hello()
    next(wire.turns())
    sleep_for_ever()
