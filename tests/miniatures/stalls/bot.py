"""Never answers; prints the place in its code when it is asked to end."""

import faulthandler
import signal

from tests.miniatures.wire import Wire, sleep_for_ever


def play(wire: Wire) -> None:
    faulthandler.register(signal.SIGTERM, chain=True)
    wire.hello()
    next(wire.turns())
    sleep_for_ever()
