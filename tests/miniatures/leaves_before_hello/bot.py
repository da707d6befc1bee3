"""A bot that closes its stream without sending anything, and keeps running."""

from tests.miniatures.wire import Wire, sleep_for_ever


def play(wire: Wire) -> None:
    wire.leave()
    sleep_for_ever()
