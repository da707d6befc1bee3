"""Support for bots that search: gives them the game's engine, and random game states that agree with a turn."""

from random import Random
from typing import Any

from arena.games.contract import Game
from arena.protocol.codecs import codec_of
from arena.protocol.v1.arena_pb2 import MatchStart, Turn


class Search:
    """The game's engine for a bot that searches in one match. It uses the components that the arena sent in MatchStart,
    such as a point table.
    """

    def __init__(self, start: MatchStart) -> None:
        self._codec = codec_of(start.game)
        self._start = start
        self.game: Game[Any, Any] = self._codec.decode_game(start)
        """The game of the match, which computes legal actions, the state after an action, and scores."""

    def states(self, turn: Turn, count: int, rng: Random) -> list[Any]:
        """Returns `count` random states of the match that agree with the turn: in each state, the seat would see
        exactly what `turn` shows. `rng` draws the hidden parts.
        """
        view = self._codec.decode_view(self.game, self._start, turn)
        return [self.game.sample(view, rng) for _ in range(count)]

    def view(self, turn: Turn) -> Any:  # noqa: ANN401  # each game has its own type of view
        """Returns the seat's view in this turn, as a view object of the engine."""
        return self._codec.decode_view(self.game, self._start, turn)
