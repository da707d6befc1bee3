"""A bot that claims to play one match at a time, and records a complaint if it receives a second match meanwhile."""

from tests.miniatures.wire import Wire, note


def play(wire: Wire) -> None:
    wire.hello()
    current = None
    for batch in wire.batches():
        for start in batch.starts:
            if current is not None:
                note("complaints", f"match {start.match} began during match {current}")
            current = start.match
        for turn in batch.turns:
            if turn.match != current:
                note("complaints", f"a turn of match {turn.match} during match {current}")
            wire.answer(turn)
        for end in batch.ends:
            if end.match != current:
                note("complaints", f"match {end.match} ended during match {current}")
            current = None
    if current is not None:
        note("complaints", f"goodbye during match {current}")
    note("farewells", "one_match_at_a_time")
    wire.leave()
