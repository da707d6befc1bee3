"""Recognises the board of a game in the text of its states. Its size comes from the shape of the observation tensor."""

import re
from collections.abc import Callable, Iterator, Sequence
from math import isqrt
from typing import Any, Final, NamedTuple

from arena.games.chance import SEED_BYTES, Chance

TRIED: Final = 40
"""The most actions of the random match that `board_of` tries. The board must be recognised before and after each."""
FEN: Final = re.compile(r"[1-9]|\+?[A-Za-z]~?")
"""Matches an element of a line in the chess notation FEN: a number of empty places, or a letter for a piece, with +
before or ~ after a promoted piece.
"""
Places = Callable[[int], list[int]]


class Board(NamedTuple):
    """The size of a game's board, and the places on it that belong to each action."""

    rows: int
    columns: int
    places: Places
    """A function that returns the places of the board that belong to an action; empty if no place belongs to it."""

    @property
    def cells(self) -> int:
        """The number of places of the board."""
        return self.rows * self.columns

    def read(self, state: Any) -> list[str] | None:  # noqa: ANN401  # the library has no types
        """Returns the content of each place, row by row; None if the text of the state contains no such board."""
        text = state.observation_string(0)
        return _of_lines(text.splitlines(), self.rows, self.columns) or _of_fen(text, self.rows, self.columns)


def board_of(game: Any, deal: Callable[[int, str, Chance], Any]) -> Board | None:  # noqa: ANN401  # as above
    """Returns the board of a game; None if none is recognised. The observation tensor must give the size of the board,
    and the text of every state that `_steps` reads must show it. At least one action must be possible in `_steps`.
    """
    kind = game.get_type()
    if not (kind.provides_observation_tensor and kind.provides_observation_string):
        return None
    rows, columns = _size(game.observation_tensor_shape())
    if min(rows, columns) < 2:
        return None
    board = Board(rows, columns, lambda _: [])
    steps = [*_steps(game, deal, board)]
    if not steps or any(before is None or after is None for before, _, after in steps):
        return None
    changes = [
        (action, {place for place, (old, new) in enumerate(zip(before or (), after or (), strict=True)) if old != new})
        for before, action, after in steps
    ]
    fitting = [way for way in _ways(game.num_distinct_actions(), rows, columns) if _fits(way, changes)]
    return board._replace(places=fitting[0]) if fitting else board


def _size(shape: Sequence[int]) -> tuple[int, int]:
    """Returns the rows and columns of a board, from the shape of the observation tensor. The shape is (planes, rows,
    columns), or (planes, places) for a square board. Returns (0, 0) for any other shape.
    """
    if len(shape) == 3:
        return shape[1], shape[2]
    side = isqrt(shape[1]) if len(shape) == 2 else 0
    return (side, side) if side and side * side == shape[1] else (0, 0)


Step = tuple[list[str] | None, int, list[str] | None]


def _steps(game: Any, deal: Callable[[int, str, Chance], Any], board: Board) -> Iterator[Step]:  # noqa: ANN401  # as above
    """Iterates over the first actions of a random match, as (board before, action, board after). A board that is not
    recognised is None. Stops after TRIED actions, at the end of the match, at a chance event, or when seats choose at
    the same time.
    """
    chance = Chance(bytes(SEED_BYTES))
    state = deal(game.num_players(), "", chance).state
    for number in range(TRIED):
        if state.is_terminal() or state.is_chance_node() or state.is_simultaneous_node():
            return
        before, action = board.read(state), chance.pick("choice", number, state.legal_actions())
        state.apply_action(action)
        yield before, action, board.read(state)


def _ways(actions: int, rows: int, columns: int) -> Iterator[Places]:
    """Iterates over the possible functions from an action to its places. The action may be the number of a place,
    counted from the top row or from the bottom row, or the number of a column.
    """
    cells = rows * columns
    if actions in (cells, cells + 1):  # an extra action, if there is one, is a pass
        yield lambda action: [action] if action < cells else []
        yield lambda action: [cells - columns - action + 2 * (action % columns)] if action < cells else []
    if actions == columns:
        yield lambda action: [*range(action, cells, columns)]


def _fits(way: Places, changes: Sequence[tuple[int, set[int]]]) -> bool:
    """Whether each action in `changes` changed at least one of the places that `way` returns for it. An action without
    places always fits. `changes` contains pairs of an action and the places that it changed.
    """
    return all(not way(action) or changed & {*way(action)} for action, changed in changes)


def _of_lines(lines: Sequence[str], rows: int, columns: int) -> list[str] | None:
    """Returns the characters of `rows` consecutive lines with `columns` characters each. All these lines may have a
    label at the left, or at both sides. Returns None if there are no such lines.
    """
    for reading in (_bare, _labelled_left, _labelled, _glued):
        cells: list[list[str]] = []
        for line in (*lines, ""):
            found = reading(line.split(), columns)
            if found:
                cells.append(found)
            elif len(cells) == rows:
                return [cell for row in cells for cell in row]
            else:
                cells = []
    return None


def _bare(words: Sequence[str], columns: int) -> list[str] | None:
    letters = "".join(words)
    return list(letters) if len(letters) == columns else None


def _labelled_left(words: Sequence[str], columns: int) -> list[str] | None:
    return _bare(words[1:], columns) if words and words[0].isalnum() else None


def _labelled(words: Sequence[str], columns: int) -> list[str] | None:
    return _bare(words[1:-1], columns) if words and words[0] == words[-1] else None


def _glued(words: Sequence[str], columns: int) -> list[str] | None:
    return list(words[0][1:]) if len(words) == 1 and words[0][:1].isdigit() and len(words[0]) == columns + 1 else None


def _of_fen(text: str, rows: int, columns: int) -> list[str] | None:
    """Returns the content of each place, row by row, of a board in the chess notation FEN. Returns None if the text
    does not begin with a board of this size in FEN.
    """
    lines = [FEN.findall(line) for line in text.partition(" ")[0].partition("[")[0].split("/")]
    cells = [[cell for piece in line for cell in ("." * int(piece) if piece.isdigit() else [piece])] for line in lines]
    if len(cells) != rows or any(len(line) != columns for line in cells):
        return None
    return [cell for line in cells for cell in line]
