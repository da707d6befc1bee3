"""Closes its stream before it has said anything, and stays."""

from tests.miniatures.wire import Wire, sleep_for_ever


def play(wire: Wire) -> None:
    wire.leave()
    sleep_for_ever()
