"""A bot that prints the id of the match before each choice, and claims that it can play many matches at once."""

import sys

from tests.miniatures.wire import Wire


def play(wire: Wire) -> None:
    sys.stdout.write("begins\n")
    wire.hello(max_matches=64)
    ids = {}
    for batch in wire.batches():
        ids.update({start.match: start.id for start in batch.starts})
        for turn in batch.turns:
            sys.stdout.write(f"{ids[turn.match]}\n")
            wire.answer(turn)
    wire.leave()
