"""Leaves when it is told to, and stays when nobody speaks any more."""

from tests.miniatures.wire import Wire, sleep_for_ever


def play(wire: Wire) -> None:
    wire.hello(max_matches=64)
    try:
        wire.play_on()
    except SystemExit:
        sleep_for_ever()
