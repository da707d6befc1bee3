"""A bot that answers its first turn long after its time is up, and all later turns immediately."""

import time

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    turns = wire.turns()
    first = next(turns)
    time.sleep(0.8)
    wire.answer(first)
    for turn in turns:
        wire.answer(turn)
