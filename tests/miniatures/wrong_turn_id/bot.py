"""A bot that answers a turn that it was not given."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    for turn in wire.turns():
        wire.choose([4_000_000_000], [turn.legal[0]])
