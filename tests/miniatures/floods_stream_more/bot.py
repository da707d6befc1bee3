"""Sends a message larger than gRPC takes."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    for _ in wire.turns():
        wire.say(bytes(8 << 20))
