"""Speaks a protocol of the future, and stays when it is refused."""

from tests.miniatures.wire import Wire, sleep_for_ever


def play(wire: Wire) -> None:
    wire.hello(protocol_version=99)
    sleep_for_ever()
