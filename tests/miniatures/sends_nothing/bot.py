"""A bot that sends an empty message."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    for _ in wire.turns():
        wire.say(b"")
