"""A bot that ends before its Hello message."""

import sys

from tests.miniatures.wire import Wire


def play(_: Wire) -> None:
    sys.stderr.write("nothing to do here\n")
    sys.exit(3)
