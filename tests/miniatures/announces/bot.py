"""Announces a message on each of a hundred connections, and leaves the last piece of each out."""

import contextlib

from tests.miniatures.hand import ACKNOWLEDGED, DATA, SETTINGS, Hand, encoded, message, opening
from tests.miniatures.wire import sleep_for_ever

SIZE, PIECE = 4_000_000, 16_000


def play() -> None:
    hands: list[Hand] = []
    for _ in range(100):
        with contextlib.suppress(OSError):
            hands.append(Hand())
            hands[-1].greet()
            hands[-1].send(encoded(SETTINGS, ACKNOWLEDGED, 0) + opening(1) + message(b"", announced=SIZE))
            for _ in range(SIZE // PIECE - 1):
                hands[-1].send(encoded(DATA, 0, 1, bytes(PIECE)))
    sleep_for_ever()
