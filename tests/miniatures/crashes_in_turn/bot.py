"""A bot that divides by zero in its first turn."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    for turn in wire.turns():
        wire.choose([turn.turn_id], [turn.legal[0] // 0])
