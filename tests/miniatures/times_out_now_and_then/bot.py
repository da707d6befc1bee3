"""Lets its first turn run out in three of four matches."""

import time
from typing import Final

from tests.miniatures.wire import Wire

LATE_S: Final = 0.8
"""More than the arena is late itself, which it does not charge."""


def play(wire: Wire) -> None:
    wire.hello()
    slow: set[int] = set()
    for turn in wire.turns():
        if turn.match % 4 and turn.match not in slow:
            slow.add(turn.match)
            time.sleep(turn.bank_ms / 1_000 + LATE_S)
        wire.answer(turn)
