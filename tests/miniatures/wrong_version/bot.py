"""A bot that announces a future protocol version, and keeps running after the arena refuses it."""

from tests.miniatures.wire import Wire, sleep_for_ever


def play(wire: Wire) -> None:
    wire.hello(protocol_version=99)
    sleep_for_ever()
