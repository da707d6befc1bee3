"""Does everything right; the other miniatures are compared with it."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello(max_matches=64)
    wire.play_on()
