"""A bot whose flow-control window of 0 bytes lets the arena send nothing at all."""

from tests.miniatures.hand import Hand
from tests.miniatures.wire import sleep_for_ever


def play() -> None:
    hand = Hand()
    hand.greet(window=0)
    hand.hello()
    sleep_for_ever()
