"""A bot that always chooses an illegal action."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    for turn in wire.turns():
        wire.choose([turn.turn_id], [99_999])
    wire.leave()
