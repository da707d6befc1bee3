"""A bot that sends a message larger than the arena accepts."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    for _ in wire.turns():
        wire.say(bytes(2 << 20))
