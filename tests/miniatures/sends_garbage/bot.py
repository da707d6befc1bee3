"""A bot that sends bytes that are not a valid message."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    for _ in wire.turns():
        wire.say(bytes([255]) * 9)
