"""A bot whose processes each play one match to the end and crash in the next."""

import sys

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello()
    matches = 0
    for batch in wire.batches():
        matches += len(batch.starts)
        for turn in batch.turns:
            if matches > 1:
                sys.exit(6)
            wire.answer(turn)
