"""Support for bots that search: gives them the game's engine, and sampled states that fit a turn."""

from random import Random
from typing import Any

from arena.games.contract import Game
from arena.protocol.codecs import codec_of
from arena.protocol.v1.arena_pb2 import MatchStart, Turn


class Search:
    """The rules of one match, with the component data it is played with."""

    def __init__(self, start: MatchStart) -> None:
        self._codec = codec_of(start.game)
        self._start = start
        self.game: Game[Any, Any] = self._codec.decode_game(start)
        """The engine's game, which gives legal actions, the state after an action, and scores."""

    def states(self, turn: Turn, count: int, rng: Random) -> list[Any]:
        """`count` states in which the seat sees exactly what the turn shows; `rng` draws what is hidden."""
        view = self._codec.decode_view(self.game, self._start, turn)
        return [self.game.sample(view, rng) for _ in range(count)]

    def view(self, turn: Turn) -> Any:  # noqa: ANN401  # each game has its own type of view
        """The engine's view object that the turn shows."""
        return self._codec.decode_view(self.game, self._start, turn)
