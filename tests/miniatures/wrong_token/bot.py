"""Says hello with a token the arena never gave."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello(token="open sesame")
    wire.play_on()
