"""Encodes messages of random matches for tests, in every game that has its own message types."""

from typing import Any, Final

import pytest

from arena.match import Entrant, MatchSpec
from arena.protocol.codecs import CODECS, Codec
from arena.protocol.turns import encode_batch, encode_opening, encode_seat, encode_start, encode_turn
from arena.protocol.v1.arena_pb2 import ArenaMessage, MatchStart, Turn
from tests.games.matches import CASES, Case

CODED_CASES: Final = [case for case in CASES if case.key in CODECS]
coded_case = pytest.mark.parametrize("case", CODED_CASES, ids=lambda case: "-".join(map(str, case)))


def codec_of(case: Case) -> Codec:
    return CODECS[case.key]


def start_bytes(case: Case, state: Any, seat: int) -> bytes:
    """Returns the encoded MatchStart of a seat, with the tag and length that it has in a Batch."""
    setup = codec_of(case).encode_setup(case.game.view(state, seat))
    entrants = tuple(Entrant(f"seat {number}", "1", bytes(16)) for number in range(case.seats))
    spec = MatchSpec(bytes(16), case.key, case.game.info.rules_version, case.edition, bytes(16), bytes(16), entrants)
    return encode_start(7, seat, 2**63 + 5, encode_opening(spec, setup))


def turn_bytes(case: Case, state: Any, seat: int) -> bytes:
    """Returns an encoded Turn of a seat, with the tag and length that it has in a Batch; the seat need not be the seat
    that must act.
    """
    view = codec_of(case).encode_view(case.game.view(state, seat))
    return encode_turn(300, encode_seat(7, seat), case.game.legal_actions(state), 59_999, view)


def read_start(data: bytes) -> MatchStart:
    return ArenaMessage.FromString(encode_batch([data])).batch.starts[0]


def read_turn(data: bytes) -> Turn:
    return ArenaMessage.FromString(encode_batch([data])).batch.turns[0]
