"""A bot that answers a turn of which it has read only the beginning, since it never enlarges the flow-control window
for the rest.
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
