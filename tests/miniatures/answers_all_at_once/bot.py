"""A bot that, when time is short, thinks about all turns of a batch before it sends its first choice."""

import time

from tests.miniatures.wire import Wire

LITTLE_MS = 2_000


def play(wire: Wire) -> None:
    wire.hello(max_matches=64)
    for batch in wire.batches():
        hurried = sum(turn.bank_ms < LITTLE_MS for turn in batch.turns)
        time.sleep(0.13 * max(0, hurried - 1))
        if batch.turns:
            wire.choose([turn.turn_id for turn in batch.turns], [turn.legal[0] for turn in batch.turns])
    wire.leave()
