"""A bot that answers a turn after reading only the beginning of it. The bot never enlarges its flow-control window, so
the arena cannot send the rest.
"""

from tests.miniatures.hand import Hand
from tests.miniatures.wire import sleep_for_ever


def play() -> None:
    hand = Hand()
    hand.greet(window=100)
    hand.hello()
    content = hand.content()
    next(content)
    next(content)
    hand.choose(1, 99_999)
    sleep_for_ever()
