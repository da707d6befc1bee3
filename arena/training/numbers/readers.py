"""Chooses the reader that turns a game's views into numbers."""

from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from arena.games.chance import Chance
from arena.games.contract import Game
from arena.match.trial import trial_deal
from arena.protocol.codecs import CODECS
from arena.training.numbers.layout import Part
from arena.training.numbers.messages import MessageReader
from arena.training.numbers.rows import RowsReader

DEALS: Final = 16
"""The number of deals from which a reader learns which rows vary in length, and which fields of the set-up vary."""


class Reader(Protocol):
    """A reader: makes observations from the views of a game."""

    parts: tuple[Part, ...]
    """The rows that make up an observation, in order."""

    def begin(self, view: Any) -> None:  # noqa: ANN401  # each game has its own type of view
        """Begins a match; `view` is the view of any seat in this match."""

    def numbers(self, view: Any) -> NDArray[np.float32]:  # noqa: ANN401  # likewise
        """Returns the observation for a view; its length is the sum of the lengths of `parts`."""


def reader_of(game: Game[Any, Any], seats: int, edition: str) -> Reader:
    """Returns the reader for a game played with this number of seats and this edition; raises ArenaError [bad-seats],
    [bad-edition].
    """
    states = [game.deal(seats, edition, Chance(trial_deal(seed))) for seed in range(DEALS)]
    views = [game.view(state, seat) for state in states for seat in range(seats)]
    key = game.info.key
    return MessageReader(key, CODECS[key], views) if key in CODECS else RowsReader(views)
