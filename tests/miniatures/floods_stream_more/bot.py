"""A bot that sends a message ten times as large as the arena accepts."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    for _ in wire.turns():
        wire.say(bytes(10_000_000))
