"""A bot that opens a second stream on its connection and sends Hello on it. This is the fault to report, not the
illegal action that follows.
"""

from typing import Final

from tests.miniatures.hand import HEADERS, Hand

OTHER: Final = 3


def play() -> None:
    hand = Hand()
    hand.greet()
    hand.hello()
    turn = next(hand.turns())
    hand.hello(stream=OTHER)
    while (frame := next(hand.frames())).stream != OTHER or frame.kind != HEADERS:
        pass
    hand.choose(turn.turn_id, 99_999)
    for _ in hand.turns():
        pass
