"""A bot that closes its stream, and keeps running."""

from tests.miniatures.wire import Wire, sleep_for_ever


def play(wire: Wire) -> None:
    wire.hello()
    next(wire.turns())
    wire.leave()
    sleep_for_ever()
