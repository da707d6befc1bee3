"""A bot that ends when a turn has a field that the bot does not know."""

import sys

from google.protobuf.unknown_fields import UnknownFieldSet

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello(max_matches=64)
    for turn in wire.turns():
        if len(UnknownFieldSet(turn)):
            sys.exit("what is this?")
        wire.answer(turn)
    wire.leave()
