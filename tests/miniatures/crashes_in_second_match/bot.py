"""Plays one match to the end and crashes in the next, again and again."""

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
