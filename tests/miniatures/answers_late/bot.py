"""Answers its first turn, and no other, when its time is long up."""

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
