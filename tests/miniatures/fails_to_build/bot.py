"""A bot that would do everything right, but cannot be built."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello(max_matches=64)
    wire.play_on()
