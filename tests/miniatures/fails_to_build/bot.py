"""Would do everything right, if it could be built."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello(max_matches=64)
    wire.play_on()
