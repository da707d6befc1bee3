"""Sends bytes that are no message."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    for _ in wire.turns():
        wire.say(bytes([255]) * 9)
