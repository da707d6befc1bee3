"""A bot that opens 60,000 streams and sends nothing on any of them."""

import contextlib

from tests.miniatures.hand import Hand, opening
from tests.miniatures.wire import sleep_for_ever


def play() -> None:
    hand = Hand()
    hand.greet()
    with contextlib.suppress(OSError):
        for number in range(60_000):
            hand.send(opening(2 * number + 1))
    sleep_for_ever()
