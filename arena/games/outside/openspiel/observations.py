"""Makes the rows of a state that a seat sees: a text, and a tensor and a board if the game has them."""

import re
from typing import Any, Final

from arena.games.outside.author import REALS, TEXT, Row, Rows
from arena.games.outside.openspiel.boards import Board

POSITION: Final = "position"
"""A result of the function `told`: the rows contain the whole position, because nothing in the game is hidden."""
INFORMATION: Final = "information"
"""A result of the function `told`: the rows contain everything that the seat has learnt in the match."""
OBSERVATION: Final = "observation"
"""A result of the function `told`: the rows contain only the seat's present observation. A bot must remember earlier
observations itself.
"""
COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")
"""Matches the codes that colour text in a terminal."""


class Observations:
    """Reads the rows of a game from its states: a text, and a tensor and a board if the game has them."""

    def __init__(self, game: Any, board: Board | None) -> None:  # noqa: ANN401  # the library has no types
        """`board`: the board of the game; None if the game has none."""
        kind = game.get_type()
        self._board = board
        self._told = told(kind)
        # an observation may show more than an information state, so its tensor cannot replace a missing one
        self._size = 0
        if self._told == INFORMATION and kind.provides_information_state_tensor:
            self._size = game.information_state_tensor_size()
        elif self._told != INFORMATION and kind.provides_observation_tensor:
            self._size = game.observation_tensor_size()

    def schema(self) -> tuple[Row, ...]:
        """Returns the descriptions of the rows that show a state of the game."""
        rows = [Row("text", of=self._told, width=1, kind=TEXT, drawn=self._board is None)]
        if self._size:
            rows.append(Row("tensor", of=self._told, width=self._size, kind=REALS, drawn=False))
        if self._board:
            rows.append(Row("board", of="cell", width=self._board.cells, kind=TEXT, across=self._board.columns))
        return tuple(rows)

    def rows(self, state: Any, seat: int | None) -> Rows:  # noqa: ANN401  # as above
        """Returns the values of the rows for a seat. For a `seat` of None, the text shows everything, and the tensor
        shows what seat 0 sees.
        """
        found: dict[str, Any] = {"text": COLOURS.sub("", self._said(state, seat))}
        if self._size:
            tensor = state.information_state_tensor if self._told == INFORMATION else state.observation_tensor
            found["tensor"] = tensor(seat or 0)
        if self._board:
            found["board"] = self._board.read(state) or [""] * self._board.cells
        return found

    def _said(self, state: Any, seat: int | None) -> str:  # noqa: ANN401  # as above
        if seat is None:
            return str(state)
        said: str = (
            state.information_state_string(seat) if self._told == INFORMATION else state.observation_string(seat)
        )
        return said


def hides(kind: Any) -> bool:  # noqa: ANN401  # as above
    """Whether the game has secrets, so that seats may know different facts about a position."""
    return bool(kind.information.name == "IMPERFECT_INFORMATION")


def told(kind: Any) -> str:  # noqa: ANN401  # as above
    """Returns what the rows of a game of this kind contain: POSITION, INFORMATION or OBSERVATION."""
    if not hides(kind):
        return POSITION
    return INFORMATION if kind.provides_information_state_string else OBSERVATION
