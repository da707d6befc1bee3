"""A bot that lets its time run out in every turn, and answers just before the arena would treat it as hung."""

import time

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    for turn in wire.turns():
        time.sleep(2.5 * turn.bank_ms / 1_000)
        wire.answer(turn)
