"""The codecs of all games."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from arena.games.contract import Game
from arena.games.loading import OnDemand
from arena.protocol.v1.arena_pb2 import MatchStart, Turn


class Codec(NamedTuple):
    """A game's messages, written from its views and read back."""

    encode_setup: Callable[[Any], bytes]
    """From any view of a match: the game's field of MatchStart, tag and length included."""
    encode_view: Callable[[Any], bytes]
    """From a view: the game's field of Turn, tag and length included."""
    decode_game: Callable[[MatchStart], Game[Any, Any]]
    """The game as the match plays it, with the component data the arena sent."""
    decode_view: Callable[[Any, MatchStart, Turn], Any]
    """From the game, the start of the match and a turn: the view that was encoded."""
    most: Mapping[str, int] = {}
    """Of the game's own message: by each field that is a list whose length varies in a match, its most values."""


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
"""By the key of a game that has messages of its own."""


def codec_of(key: str) -> Codec:
    """How the game with this key goes on the wire."""
    return CODECS[key] if key in CODECS else _rows()
