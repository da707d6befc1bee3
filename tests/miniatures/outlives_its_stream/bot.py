"""A bot that leaves after the arena's Goodbye, but keeps running if its stream ends without Goodbye."""

from tests.miniatures.wire import Wire, sleep_for_ever


def play(wire: Wire) -> None:
    wire.hello(max_matches=64)
    try:
        wire.play_on()
    except SystemExit:
        sleep_for_ever()
