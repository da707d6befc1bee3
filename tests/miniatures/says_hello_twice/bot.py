"""A bot that says hello again instead of answering its turn."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    for _ in wire.turns():
        wire.hello()
