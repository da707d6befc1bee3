"""A bot that knows three editions of a game, and crashes in the fourth edition."""

from tests.miniatures.wire import Wire

FIRST_LEGAL = {"official": 0, "classic": 0, "bsw": 0}


def play(wire: Wire) -> None:
    wire.hello(max_matches=64)
    editions: dict[int, str] = {}
    for batch in wire.batches():
        editions |= {start.match: start.edition for start in batch.starts}
        for turn in batch.turns:
            wire.choose([turn.turn_id], [turn.legal[FIRST_LEGAL[editions[turn.match]]]])
    wire.leave()
