"""A bot that answers every batch, including a batch without turns, with a message of choices."""

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    wire.hello(max_matches=64)
    for batch in wire.batches():
        wire.choose([turn.turn_id for turn in batch.turns], [turn.legal[0] for turn in batch.turns])
    wire.leave()
