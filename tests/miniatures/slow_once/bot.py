"""A bot that plays many matches at once and answers immediately, except its first turn, which takes longer than two
whole time banks.
"""

import time

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello(max_matches=64)
    turns = wire.turns()
    first = next(turns)
    time.sleep(1)
    wire.answer(first)
    for turn in turns:
        wire.answer(turn)
