"""Encoding turns: by hand as the arena does it, against setting and serializing the generated messages."""

import random
import time
from collections.abc import Callable
from typing import Any

from arena.games.chance import Chance
from arena.games.registry import create_game
from arena.games.verraeter.cards import COUNTS
from arena.games.verraeter.draft import ROLES_IN
from arena.games.verraeter.state import View
from arena.games.verraeter.terms import NO_BORDER
from arena.protocol.turns import encode_turn
from arena.protocol.v1.arena_pb2 import Turn
from arena.protocol.v1.verraeter_pb2 import VerraeterView
from arena.protocol.verraeter import encode_view
from benchmarks.report import Ratio, report

MATCHES = 30
REPEATS = 5

Sample = tuple[int, tuple[int, ...], View]


def samples() -> list[Sample]:
    """Seat, legal actions and view of every decision in some random matches."""
    game, draw = create_game("verraeter"), random.Random(1).random
    found = []
    for number in range(MATCHES):
        state: Any = game.deal(4, "official", Chance(number.to_bytes(16, "big")))
        while (seat := game.actor(state)) is not None:
            legal = game.legal_actions(state)
            found.append((seat, legal, game.view(state, seat)))
            state = game.apply(state, legal[int(draw() * len(legal))])
    return found


def by_hand(sample: Sample) -> bytes:
    """A turn as the arena writes it."""
    seat, legal, view = sample
    return encode_turn(1000, 100, seat, legal, 30_000, encode_view(view))


def by_generated_classes(sample: Sample) -> bytes:
    """The same turn through the generated messages."""
    seat, legal, view = sample
    table = view.table
    message = VerraeterView(
        round=table.round,
        phase=table.phase,
        start=table.start,
        strategist=table.strategist,
        winner=table.winner,  # type: ignore[arg-type]  # an int is what the enum is
        circle_house=table.circle_house,  # type: ignore[arg-type]  # as above
        building_kind=table.building_kind,  # type: ignore[arg-type]  # as above
        building_seat=table.building_seat,
        house=table.house,  # type: ignore[arg-type]  # as above
        score=table.score,
        hand_sizes=view.hand_sizes,
        role=table.role,  # type: ignore[arg-type]  # as above
        played=[count for cards in table.played for count in COUNTS[cards]],
        discard=COUNTS[table.discard],
        pile_size=view.pile_size,
        hand=COUNTS[view.hand],
        pick=view.pick,  # type: ignore[arg-type]  # as above
        offered=ROLES_IN[view.offered],  # type: ignore[arg-type]  # as above
        aside=view.aside,  # type: ignore[arg-type]  # as above
        entitlement=view.entitlement,
        draw_slot=table.draw_slot,
    )
    if table.conflict != NO_BORDER:
        message.conflict = table.conflict
    turn = Turn(turn_id=1000, match=100, seat=seat, legal=legal, bank_ms=30_000, verraeter=message)
    return turn.SerializeToString()


def rate(encode: Callable[[Sample], bytes], turns: list[Sample]) -> float:
    """Turns per second."""
    began = time.perf_counter()
    for _ in range(REPEATS):
        for turn in turns:
            encode(turn)
    return REPEATS * len(turns) / (time.perf_counter() - began)


def main() -> None:
    """Measures both on the same turns."""
    turns = samples()
    by_hand_rate = rate(by_hand, turns)
    generated_rate = rate(by_generated_classes, turns)
    figures = {"by hand, turns/s": by_hand_rate, "generated classes, turns/s": generated_rate}
    report("encoding", figures, [Ratio("by hand / generated classes", by_hand_rate / generated_rate)])


if __name__ == "__main__":
    main()
