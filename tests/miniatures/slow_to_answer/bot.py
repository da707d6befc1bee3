"""A bot that thinks a long time about its first turn."""

import time

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    turns = wire.turns()
    first = next(turns)
    time.sleep(0.3)
    wire.answer(first)
    for turn in turns:
        wire.answer(turn)
