"""A bot that lets the arena send only Welcome and the beginning of a turn, and answers all turns by guessing their
numbers.
"""

import itertools
import time

from tests.miniatures.hand import Hand


def play() -> None:
    hand = Hand()
    hand.greet(window=100)
    hand.hello()
    content = hand.content()
    next(content)
    next(content)
    for turn_id in itertools.count(1):
        hand.choose(turn_id, 99_999)
        time.sleep(0.2)
