"""A bot that answers turns with Choices messages without any choice."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    for _ in wire.turns():
        wire.choose([], [])
