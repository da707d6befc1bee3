"""A bot that answers with four megabytes of a message, whatever the arena's flow-control window is, and never sends the
end of the message.
"""

import contextlib
from typing import Final

from tests.miniatures.hand import DATA, Hand, encoded, message
from tests.miniatures.wire import sleep_for_ever

SIZE: Final = 4_000_000
PIECE: Final = 16_000


def play() -> None:
    hand = Hand()
    hand.greet()
    hand.hello()
    next(hand.turns())
    with contextlib.suppress(OSError):
        hand.send(message(b"", announced=SIZE) + encoded(DATA, 0, 1, bytes(PIECE)) * (SIZE // PIECE - 1))
    sleep_for_ever()
