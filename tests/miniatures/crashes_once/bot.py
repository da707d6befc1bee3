"""A bot that crashes in the first turn of its first process; its second process plays without a crash."""

import sys

from tests.miniatures.wire import Wire, started_before


def play(wire: Wire) -> None:
    wire.hello()
    if not started_before():
        next(wire.turns())
        sys.exit(4)
    wire.play_on()
