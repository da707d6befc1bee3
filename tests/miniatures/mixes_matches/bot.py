"""A bot that claims that it can play many matches at once, but keeps the state of only one."""

from random import Random

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello(max_matches=64)
    random = Random(0)
    for batch in wire.batches():
        for start in batch.starts:
            random = Random(start.seed)
        for turn in batch.turns:
            wire.choose([turn.turn_id], [random.choice(turn.legal)])
    wire.leave()
