"""How each game goes on the wire: one line each."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from arena.games.contract import Game
from arena.protocol import hetverraad, verraeter
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


CODECS: Final = {
    "verraeter": Codec(verraeter.encode_setup, verraeter.encode_view, verraeter.decode_game, verraeter.decode_view),
    "hetverraad": Codec(
        hetverraad.encode_setup, hetverraad.encode_view, hetverraad.decode_game, hetverraad.decode_view
    ),
}
"""By the game's key."""
