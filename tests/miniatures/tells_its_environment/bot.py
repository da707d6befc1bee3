"""A bot that plays well, and records its environment variables."""

import os

from tests.miniatures.wire import Wire, note


def play(wire: Wire) -> None:
    for name in os.environ:
        note("environment", name)
    wire.hello()
    wire.play_on()
