"""A bot that runs, but never connects to the arena."""

import sys

from tests.miniatures.wire import Wire, sleep_for_ever


def play(_: Wire) -> None:
    sys.stdout.write("I would rather not\n")
    sleep_for_ever()
