"""Compares encoding turns by hand, as the arena does, with setting and serializing the generated messages."""

import random
import time
from collections.abc import Callable
from typing import Any

from arena.games.chance import Chance
from arena.games.registry import create_game
from arena.games.verraeter.phases.draft import ROLES_IN
from arena.games.verraeter.state.cards import COUNTS
from arena.games.verraeter.state.cells import (
    BORDER,
    BUILDING,
    BUILDING_SEAT,
    DISCARD,
    DRAWS_DONE,
    HAND_SIZE,
    HOUSE,
    OWNER,
    PHASE,
    PILE_SIZE,
    PLAYED,
    ROLE,
    ROUND,
    SCORE,
    START,
    STRATEGY,
    WINNER,
)
from arena.games.verraeter.state.state import View, by_place, by_seat
from arena.games.verraeter.terms import NO_BORDER
from arena.protocol.turns import encode_seat, encode_turn
from arena.protocol.v1.arena_pb2 import Turn
from arena.protocol.v1.verraeter_pb2 import VerraeterView
from arena.protocol.verraeter import encode_view
from benchmarks.report import Ratio, report

MATCHES = 30
REPEATS = 5

Sample = tuple[int, tuple[int, ...], View]


def samples() -> list[Sample]:
    """Returns a sample for every decision in some random matches: the seat, the legal actions and the view."""
    game, draw = create_game("verraeter"), random.Random(1).random
    found = []
    for number in range(MATCHES):
        state: Any = game.deal(4, "official", Chance(number.to_bytes(16, "big")))
        while (seat := game.actor(state)) is not None:
            legal = game.legal_actions(state)
            found.append((seat, legal, game.view(state, seat)))
            state = game.take(state, legal[int(draw() * len(legal))])
    return found


def by_hand(sample: Sample) -> bytes:
    """Returns the encoded turn of a sample, built by hand as the arena does it."""
    seat, legal, view = sample
    return encode_turn(1000, encode_seat(100, seat), legal, 30_000, encode_view(view))


def by_generated_classes(sample: Sample) -> bytes:
    """Returns the encoded turn of a sample, built with the generated message classes."""
    seat, legal, view = sample
    cells = view.cells
    message = VerraeterView(
        round=cells[ROUND],
        phase=cells[PHASE],
        start=cells[START],
        strategist=cells[STRATEGY],
        winner=cells[WINNER],  # type: ignore[arg-type]  # at run time the enum's values are ints
        circle_house=by_place(cells, OWNER),  # type: ignore[arg-type]  # as above
        building_kind=by_place(cells, BUILDING),  # type: ignore[arg-type]  # as above
        building_seat=by_place(cells, BUILDING_SEAT),
        house=by_seat(cells, HOUSE),  # type: ignore[arg-type]  # as above
        score=by_seat(cells, SCORE),
        hand_sizes=by_seat(cells, HAND_SIZE),
        role=by_seat(cells, ROLE),  # type: ignore[arg-type]  # as above
        played=[count for cards in by_seat(cells, PLAYED) for count in COUNTS[cards]],
        discard=COUNTS[cells[DISCARD]],
        pile_size=cells[PILE_SIZE],
        hand=COUNTS[view.hand],
        pick=view.pick,  # type: ignore[arg-type]  # as above
        offered=ROLES_IN[view.offered],  # type: ignore[arg-type]  # as above
        aside=view.aside,  # type: ignore[arg-type]  # as above
        entitlement=view.entitlement,
        draw_slot=cells[DRAWS_DONE],
    )
    if cells[BORDER] != NO_BORDER:
        message.conflict = cells[BORDER]
    turn = Turn(turn_id=1000, match=100, seat=seat, legal=legal, bank_ms=30_000, verraeter=message)
    return turn.SerializeToString()


def rate(encode: Callable[[Sample], bytes], turns: list[Sample]) -> float:
    """Returns the number of turns that `encode` encodes in a second."""
    began = time.perf_counter()
    for _ in range(REPEATS):
        for turn in turns:
            encode(turn)
    return REPEATS * len(turns) / (time.perf_counter() - began)


def main() -> None:
    """Measures both ways of encoding on the same turns, and reports their speeds."""
    turns = samples()
    by_hand_rate = rate(by_hand, turns)
    generated_rate = rate(by_generated_classes, turns)
    figures = {"by hand, turns/s": by_hand_rate, "generated classes, turns/s": generated_rate}
    report("encoding", figures, [Ratio("by hand / generated classes", by_hand_rate / generated_rate)])


if __name__ == "__main__":
    main()
