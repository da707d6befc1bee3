"""Plays well, and lists what it finds in its environment."""

import os

from tests.miniatures.wire import Wire, note


def play(wire: Wire) -> None:
    for name in os.environ:
        note("environment", name)
    wire.hello()
    wire.play_on()
