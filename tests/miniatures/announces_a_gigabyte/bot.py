"""A bot that announces a message of a gigabyte."""

from tests.miniatures.hand import Hand, message
from tests.miniatures.wire import sleep_for_ever


def play() -> None:
    hand = Hand()
    hand.greet()
    hand.hello()
    next(hand.turns())
    hand.send(message(b"", announced=1 << 30))
    sleep_for_ever()
