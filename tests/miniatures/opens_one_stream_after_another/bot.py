"""A bot that plays, and meanwhile opens and cancels one further stream after another."""

import contextlib

from tests.miniatures.hand import RESET, Hand, encoded, opening
from tests.miniatures.wire import sleep_for_ever

CANCELLED = (8).to_bytes(4, "big")


def play() -> None:
    hand = Hand()
    hand.greet()
    hand.hello()
    next(hand.turns())
    with contextlib.suppress(OSError):
        for number in range(3, 60_000, 2):
            hand.send(opening(number) + encoded(RESET, 0, number, CANCELLED))
    sleep_for_ever()
