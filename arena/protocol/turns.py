"""The arena's frequent messages, written by hand: MatchStart, Turn and MatchEnd, and the Batch around them.

The field numbers are those of `arena.proto`.
"""

from collections.abc import Sequence
from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from arena.match import MatchSpec
from arena.protocol.wire import bytes_tag, delimited, number_tag, packed, put_varint, varint, varint_size

_BATCH: Final = bytes_tag(2)
_STARTS: Final = bytes_tag(1)
_TURNS: Final = bytes_tag(2)
_ENDS: Final = bytes_tag(3)

_MATCH_OF_START: Final = number_tag(1)
_SEAT_OF_START: Final = number_tag(6)
_SEED: Final = bytes((7 << 3 | 1,))
"""The tag before eight bytes, lowest first."""

_TURN_ID: Final[u8] = 1 << 3
_MATCH: Final[u8] = 2 << 3
_SEAT: Final[u8] = 3 << 3
_BANK_MS: Final[u8] = 5 << 3
_LEGAL: Final = bytes_tag(4)
_NUMBER_TAGS: Final = 4
"""In a Turn, a byte each."""

_MATCH_OF_END: Final = number_tag(1)
_SCORES: Final = bytes_tag(2)
_RANKS: Final = bytes_tag(3)
_FORFEIT: Final = bytes_tag(4)

MOST_REMEMBERED: Final = 1 << 16
_legal_fields: Final[dict[Sequence[int], bytes]] = {}


def encode_opening(spec: MatchSpec, setup: bytes) -> bytes:
    """What MatchStart says to all seats alike; `setup` is the game's field, as its codec wrote it."""
    return b"".join(
        (
            delimited(bytes_tag(2), spec.game.encode()),
            number_tag(3) + varint(spec.rules_version),
            delimited(bytes_tag(4), spec.edition.encode()),
            number_tag(5) + varint(len(spec.entrants)),
            delimited(bytes_tag(8), spec.id.hex().encode()),
            setup,
        )
    )


def encode_start(match: int, seat: int, seed: int, opening: bytes) -> bytes:
    """A MatchStart to one seat, as it stands in a Batch; `seed` is the bot's own."""
    own = _MATCH_OF_START + varint(match) + _SEAT_OF_START + varint(seat) + _SEED + seed.to_bytes(8, "little")
    return delimited(_STARTS, own + opening)


def encode_turn(turn_id: i64, match: i64, seat: i64, legal: tuple[int, ...], bank_ms: i64, view: bytes) -> bytes:
    """A Turn as it stands in a Batch; `view` is the game's field, as its codec wrote it."""
    legal_field = _legal_fields.get(legal)
    if legal_field is None:
        if len(_legal_fields) >= MOST_REMEMBERED:
            _legal_fields.clear()
        legal_field = _legal_fields[legal] = delimited(_LEGAL, packed(legal))
    numbers = varint_size(turn_id) + varint_size(match) + varint_size(seat) + varint_size(bank_ms)
    out = BytesWriter()
    out.write(_TURNS)
    put_varint(out, _NUMBER_TAGS + numbers + len(legal_field) + len(view))
    out.append(_TURN_ID)
    put_varint(out, turn_id)
    out.append(_MATCH)
    put_varint(out, match)
    out.append(_SEAT)
    put_varint(out, seat)
    out.append(_BANK_MS)
    put_varint(out, bank_ms)
    out.write(legal_field)
    out.write(view)
    return out.getvalue()


def encode_end(match: int, scores: Sequence[int], ranks: Sequence[int], forfeit: str) -> bytes:
    """A MatchEnd as it stands in a Batch."""
    signed = packed([score << 1 if score >= 0 else (-score << 1) - 1 for score in scores])
    end = _MATCH_OF_END + varint(match) + delimited(_SCORES, signed) + delimited(_RANKS, packed(ranks))
    if forfeit:
        end += delimited(_FORFEIT, forfeit.encode())
    return delimited(_ENDS, end)


def encode_batch(parts: Sequence[bytes]) -> bytes:
    """An ArenaMessage with a Batch of starts, turns and ends, each as encoded above."""
    return delimited(_BATCH, b"".join(parts))
