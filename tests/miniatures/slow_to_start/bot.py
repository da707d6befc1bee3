"""A bot that waits a long time before it says hello, and answers quickly after that."""

import time

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    time.sleep(1)
    wire.hello()
    wire.play_on()
