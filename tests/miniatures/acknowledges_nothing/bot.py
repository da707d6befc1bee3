"""A bot that speaks HTTP/2 but never acknowledges the arena's SETTINGS."""

import contextlib

from tests.miniatures.hand import Hand
from tests.miniatures.wire import sleep_for_ever


def play() -> None:
    hand = Hand()
    hand.greet()
    hand.hello()
    with contextlib.suppress(SystemExit):
        for _ in hand.turns(acknowledging=False):
            pass
    sleep_for_ever()
