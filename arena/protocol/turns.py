"""The most frequent messages, which are encoded by hand for speed: MatchStart, Turn, MatchEnd and Batch.

The field numbers are those of `arena.proto`.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from arena.match import MatchSpec
from arena.protocol.wire import bytes_tag, delimited, number_tag, packed, varint

_BATCH: Final = bytes_tag(2)
_STARTS: Final = bytes_tag(1)
_TURNS: Final = bytes_tag(2)
_ENDS: Final = bytes_tag(3)

_MATCH_OF_START: Final = number_tag(1)
_SEAT_OF_START: Final = number_tag(6)
_RULES: Final = bytes_tag(9)
_SEED: Final = bytes((7 << 3 | 1,))
"""The tag of the field `seed`, whose value is a fixed64 (eight bytes, little-endian)."""

_TURN_ID: Final = number_tag(1)
_MATCH: Final = number_tag(2)
_SEAT: Final = number_tag(3)
_BANK_MS: Final = number_tag(5)
_LEGAL: Final = bytes_tag(4)
_NAME: Final = bytes_tag(6)
_POSITION: Final = bytes_tag(7)

_MATCH_OF_END: Final = number_tag(1)
_SCORES: Final = bytes_tag(2)
_RANKS: Final = bytes_tag(3)
_FORFEIT: Final = bytes_tag(4)

MOST_REMEMBERED: Final = 1 << 16
_legal_fields: Final[dict[Sequence[int], bytes]] = {}


class Wants(NamedTuple):
    """The optional parts of messages that a bot has requested in Hello; bots that have not requested them do not
    receive them.
    """

    names: bool = False
    """Whether the bot wants the names of its legal actions."""
    words: bool = False
    """Whether the bot wants the rules and, in each turn, its view of the match as texts."""


EVERYTHING: Final = Wants(True, True)


def encode_opening(spec: MatchSpec, setup: bytes) -> bytes:
    """Returns the encoded fields of MatchStart that are the same for all seats; `setup` is the game's field, encoded by
    the game's codec.
    """
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
    """Returns an encoded MatchStart for one seat, with the tag and length that it needs in a Batch.

    `seed`: the seed of this seat's bot. `opening`: the result of `encode_opening`; if the bot wants words, the result
    of `encode_rules` follows.
    """
    own = _MATCH_OF_START + varint(match) + _SEAT_OF_START + varint(seat) + _SEED + seed.to_bytes(8, "little")
    return delimited(_STARTS, own + opening)


def encode_seat(match: int, seat: int) -> bytes:
    """The encoded fields that are the same in every Turn of a seat in a match."""
    return _MATCH + varint(match) + _SEAT + varint(seat)


def encode_rules(rules: str) -> bytes:
    """Returns the encoded field `rules` of MatchStart, or no bytes if `rules` is empty. The caller appends the result
    to that of `encode_opening`.
    """
    return delimited(_RULES, rules.encode()) if rules else b""


def encode_position(position: str) -> bytes:
    """Returns the encoded field `position` of Turn, which describes the bot's view of the match as a text. The caller
    appends the result to the encoded view.
    """
    return delimited(_POSITION, position.encode("utf-8", "replace"))


def encode_names(names: Sequence[str]) -> bytes:
    """Returns the encoded field `names` of Turn, with the names of the legal actions. The caller appends the result to
    the encoded view.
    """
    return b"".join([delimited(_NAME, name.encode()) for name in names])


def encode_turn(turn_id: int, seat: bytes, legal: tuple[int, ...], bank_ms: int, view: bytes) -> bytes:
    """Returns an encoded Turn, with the tag and length that it needs in a Batch.

    `seat`: the result of `encode_seat`. `bank_ms`: the thinking time that the seat has left in this match. `view`: the
    view that the game's codec has encoded. If the bot wants names or words, the results of `encode_names` and
    `encode_position` follow in `view`.
    """
    legal_field = _legal_fields.get(legal)
    if legal_field is None:
        if len(_legal_fields) >= MOST_REMEMBERED:
            _legal_fields.clear()
        legal_field = _legal_fields[legal] = delimited(_LEGAL, packed(legal))
    own = _TURN_ID + varint(turn_id)
    bank = _BANK_MS + varint(bank_ms)
    length = len(own) + len(seat) + len(bank) + len(legal_field) + len(view)
    return b"".join((_TURNS, varint(length), own, seat, bank, legal_field, view))


def encode_end(match: int, scores: Sequence[int], ranks: Sequence[int], forfeit: str) -> bytes:
    """Returns an encoded MatchEnd, with the tag and length that it needs in a Batch; `forfeit` is the reason of the
    seat's forfeit, or empty if the seat did not forfeit.
    """
    signed = packed([score << 1 if score >= 0 else (-score << 1) - 1 for score in scores])
    end = _MATCH_OF_END + varint(match) + delimited(_SCORES, signed) + delimited(_RANKS, packed(ranks))
    if forfeit:
        end += delimited(_FORFEIT, forfeit.encode())
    return delimited(_ENDS, end)


def encode_batch(parts: Sequence[bytes]) -> bytes:
    """Returns an encoded ArenaMessage with a Batch. `parts`: the results of `encode_start`, `encode_turn` and
    `encode_end`.
    """
    return delimited(_BATCH, b"".join(parts))
