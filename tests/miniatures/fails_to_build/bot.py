"""Would do everything right, but its build fails."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello(max_matches=64)
    wire.play_on()
