"""Lets every turn run out, and says a word just before it would count as hung."""

import time

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    for turn in wire.turns():
        time.sleep(2.5 * turn.bank_ms / 1_000)
        wire.answer(turn)
