"""A bot that plays well, but does not leave after the arena says goodbye."""

from tests.miniatures.wire import Wire, sleep_for_ever


def play(wire: Wire) -> None:
    wire.hello()
    wire.play_on()
    sleep_for_ever()
