"""A bot that plays many matches at once, and records a complaint if the arena mixes them up."""

from tests.miniatures.wire import Wire, note

MOST_MATCHES = 5


def play(wire: Wire) -> None:
    wire.hello(max_matches=MOST_MATCHES)
    seats: dict[int, int] = {}
    asked: set[int] = set()
    for batch in wire.batches():
        for start in batch.starts:
            check(start.match not in seats, f"match {start.match} began twice")
            seats[start.match] = start.seat
        check(len(seats) <= MOST_MATCHES, f"{len(seats)} matches at once")
        matches = [turn.match for turn in batch.turns]
        check(len(set(matches)) == len(matches), f"two turns of a match in a batch: {matches}")
        for turn in batch.turns:
            check(turn.turn_id not in asked, f"turn {turn.turn_id} was asked twice")
            check(seats.get(turn.match) == turn.seat, f"turn {turn.turn_id} is for another seat")
            asked.add(turn.turn_id)
        if batch.turns:
            wire.choose([turn.turn_id for turn in batch.turns], [turn.legal[-1] for turn in batch.turns])
        for end in batch.ends:
            check(end.match in seats, f"match {end.match} ended and was none")
            del seats[end.match]
    check(not seats, f"goodbye during matches {list(seats)}")
    note("farewells", "keeps_books")
    wire.leave()


def check(right: bool, complaint: str) -> None:
    if not right:
        note("complaints", complaint)
