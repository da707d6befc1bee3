"""A bot that supposes that there are always four seats."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello(max_matches=64)
    for turn in wire.turns():
        _, _, _, _ = turn.verraeter.score
        wire.answer(turn)
    wire.leave()
