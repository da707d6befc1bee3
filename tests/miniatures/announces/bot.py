"""A bot that begins a message on each of a hundred connections, and withholds the last piece of each message.

The bot keeps to the arena's flow-control window. Otherwise gRPC might end the first connection's stream before the
second connection opens its stream.
"""

import contextlib
from typing import Final

from tests.miniatures.hand import DATA, PREFIX, RESET, WINDOW_UPDATE, Hand, encoded, message, opening
from tests.miniatures.wire import sleep_for_ever

SIZE: Final = 4_000_000
PIECE: Final = 16_000
ROOM: Final = 65_535
"""The initial flow-control window of a connection and of a stream, in bytes; the arena accepts no more bytes until it
enlarges the window.
"""


def play() -> None:
    hands: list[Hand] = []
    for _ in range(100):
        with contextlib.suppress(OSError, SystemExit):
            hands.append(Hand())
            announce(hands[-1])
    sleep_for_ever()


def announce(hand: Hand) -> None:
    """Sends a message except its last piece, as fast as the arena's flow-control window allows. Stops early if the
    arena resets the stream.
    """
    hand.greet()
    hand.send(opening(1) + message(b"", announced=SIZE))
    room = {0: ROOM - PREFIX, 1: ROOM - PREFIX}
    left = SIZE - PIECE
    for frame in hand.frames():
        if frame.kind == WINDOW_UPDATE:
            room[frame.stream] += int.from_bytes(frame.content, "big")
        while left and min(room.values()) >= PIECE:
            hand.send(encoded(DATA, 0, 1, bytes(PIECE)))
            room = {stream: size - PIECE for stream, size in room.items()}
            left -= PIECE
        if not left or frame.kind == RESET:
            return
