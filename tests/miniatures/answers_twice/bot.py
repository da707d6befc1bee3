"""A bot that answers each turn two times."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    for turn in wire.turns():
        wire.answer(turn)
        wire.answer(turn)
