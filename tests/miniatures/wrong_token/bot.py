"""A bot that says hello with a token that the arena did not issue."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello(token="open sesame")
    wire.play_on()
