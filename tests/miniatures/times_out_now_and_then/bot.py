"""A bot that lets its time run out in its first turn of each match, except in every fourth match."""

import time
from typing import Final

from tests.miniatures.wire import Wire

LATE_S: Final = 0.8
"""How long after the end of its time the bot answers, in seconds. The arena's own delay, which it does not charge to
bots, is smaller.
"""


def play(wire: Wire) -> None:
    wire.hello()
    slow: set[int] = set()
    for turn in wire.turns():
        if turn.match % 4 and turn.match not in slow:
            slow.add(turn.match)
            time.sleep(turn.bank_ms / 1_000 + LATE_S)
        wire.answer(turn)
