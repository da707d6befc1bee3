"""Finds the codec of each game, which translates between the game's views and protocol messages."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from arena.games.contract import Game
from arena.games.lazy_mapping import OnDemand
from arena.protocol.v1.arena_pb2 import MatchStart, Turn


class Codec(NamedTuple):
    """Encodes a game's views as protocol messages, and decodes them."""

    encode_setup: Callable[[Any], bytes]
    """Encodes the set-up as the game's field of MatchStart, including tag and length. Takes it from any view of the
    match, because all views contain the same set-up.
    """
    encode_view: Callable[[Any], bytes]
    """Encodes a view as the game's field of Turn, including tag and length."""
    decode_game: Callable[[MatchStart], Game[Any, Any]]
    """Makes the game with the component data that the arena sent in MatchStart."""
    decode_view: Callable[[Any, MatchStart, Turn], Any]
    """Decodes the view that a turn contains, given the game, the start of the match and the turn."""
    most: Mapping[str, int] = {}
    """The most values that each list of variable length in the game's messages can have, by the field's name."""


def _verraeter() -> Codec:
    from arena.protocol import verraeter as game  # noqa: PLC0415  # loaded on demand

    return Codec(game.encode_setup, game.encode_view, game.decode_game, game.decode_view, game.MOST)


def _hetverraad() -> Codec:
    from arena.protocol import hetverraad as game  # noqa: PLC0415  # loaded on demand

    return Codec(game.encode_setup, game.encode_view, game.decode_game, game.decode_view, game.MOST)


def _rows() -> Codec:
    from arena.protocol import rows  # noqa: PLC0415  # loaded on demand

    return Codec(rows.encode_setup, rows.encode_view, rows.decode_game, rows.decode_view)


CODECS: Final = OnDemand({"verraeter": _verraeter, "hetverraad": _hetverraad})
"""The codecs of the games that have their own messages, by the game's key; a codec is loaded when it is first used."""


def codec_of(key: str) -> Codec:
    """Returns the codec of the game with this key; if the game has no messages of its own, the codec for games that
    describe their views in rows.
    """
    return CODECS[key] if key in CODECS else _rows()
