"""A bot that sends two actions for one turn."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    for turn in wire.turns():
        wire.choose([turn.turn_id], [turn.legal[0], turn.legal[0]])
