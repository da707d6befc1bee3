"""The arena's frequent messages, written by hand: MatchStart, Turn and MatchEnd, and the Batch around them.

The field numbers are those of `arena.proto`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from librt.strings import BytesWriter

from arena.protocol.v1.arena_pb2 import MatchEnd, MatchStart
from arena.protocol.wire import bytes_tag, delimited, number_tag, packed, varint

_BATCH: Final = bytes_tag(2)
_STARTS, _TURNS, _ENDS = (bytes_tag(field) for field in (1, 2, 3))
_TURN_ID, _MATCH, _SEAT, _BANK_MS = (number_tag(field) for field in (1, 2, 3, 5))
_LEGAL: Final = bytes_tag(4)

MOST_REMEMBERED: Final = 1 << 16
_legal_fields: dict[Sequence[int], bytes] = {}


@dataclass(frozen=True, slots=True)
class StartOfMatch:
    """What MatchStart says to one seat."""

    match: int
    game: str
    rules_version: int
    edition: str
    seats: int
    seat: int
    seed: int
    id: str
    """Identity of the match, in hexadecimal."""
    setup: bytes
    """The game's field, as its codec wrote it."""


def encode_start(start: StartOfMatch) -> bytes:
    """A MatchStart as it stands in a Batch."""
    message = MatchStart(
        match=start.match,
        game=start.game,
        rules_version=start.rules_version,
        edition=start.edition,
        seats=start.seats,
        seat=start.seat,
        seed=start.seed,
        id=start.id,
    )
    return delimited(_STARTS, message.SerializeToString() + start.setup)


def encode_turn(turn_id: int, match: int, seat: int, legal: tuple[int, ...], bank_ms: int, view: bytes) -> bytes:
    """A Turn as it stands in a Batch; `view` is the game's field, as its codec wrote it."""
    legal_field = _legal_fields.get(legal)
    if legal_field is None:
        if len(_legal_fields) >= MOST_REMEMBERED:
            _legal_fields.clear()
        legal_field = _legal_fields[legal] = delimited(_LEGAL, packed(legal))
    out = BytesWriter()
    out.write(_TURN_ID)
    out.write(varint(turn_id))
    out.write(_MATCH)
    out.write(varint(match))
    out.write(_SEAT)
    out.write(varint(seat))
    out.write(_BANK_MS)
    out.write(varint(bank_ms))
    out.write(legal_field)
    out.write(view)
    return delimited(_TURNS, out.getvalue())


def encode_end(match: int, scores: Sequence[int], ranks: Sequence[int], forfeit: str) -> bytes:
    """A MatchEnd as it stands in a Batch."""
    message = MatchEnd(match=match, scores=scores, ranks=ranks, forfeit=forfeit)
    return delimited(_ENDS, message.SerializeToString())


def encode_batch(parts: Sequence[bytes]) -> bytes:
    """An ArenaMessage with a Batch of starts, turns and ends, each as encoded above."""
    return delimited(_BATCH, b"".join(parts))
