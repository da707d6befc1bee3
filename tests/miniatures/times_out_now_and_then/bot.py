"""Lets its first turn run out in three of four matches."""

import time

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    slow: set[int] = set()
    for turn in wire.turns():
        if turn.match % 4 and turn.match not in slow:
            slow.add(turn.match)
            time.sleep(1.5 * turn.bank_ms / 1_000)
        wire.answer(turn)
