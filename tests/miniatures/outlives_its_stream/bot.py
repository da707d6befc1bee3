"""Leaves after goodbye, but keeps running if its stream ends without goodbye."""

from tests.miniatures.wire import Wire, sleep_for_ever


def play(wire: Wire) -> None:
    wire.hello(max_matches=64)
    try:
        wire.play_on()
    except SystemExit:
        sleep_for_ever()
