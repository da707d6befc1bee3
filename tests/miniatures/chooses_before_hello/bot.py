"""A bot that sends a choice before its Hello message."""

from tests.miniatures.wire import Wire, sleep_for_ever


def play(wire: Wire) -> None:
    wire.choose([1], [0])
    sleep_for_ever()
