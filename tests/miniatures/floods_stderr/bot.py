"""A bot that writes a megabyte to standard error, then ends."""

import sys

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    next(wire.turns())
    for number in range(20_000):
        sys.stderr.write(f"{number:06} and nobody will ever read all of this\n")
    sys.exit("the last line")
