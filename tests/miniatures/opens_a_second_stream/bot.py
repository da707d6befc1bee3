"""A bot that opens a second stream on its connection, sends Hello on that stream, and then chooses an illegal action.
The arena must report the second stream, and not the illegal action.
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
