"""Plays well, but does not leave when it is told to."""

from tests.miniatures.wire import Wire, sleep_for_ever


def play(wire: Wire) -> None:
    wire.hello()
    wire.play_on()
    sleep_for_ever()
