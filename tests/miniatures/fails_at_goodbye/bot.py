"""A bot that plays well, and exits with an error message after the arena's Goodbye."""

import sys

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello(max_matches=64)
    wire.play_on()
    sys.exit("already?")
