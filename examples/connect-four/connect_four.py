"""Connect Four: two seats drop discs into seven columns; four of one's own in a line win. RULES.md has the rules."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from arena.games import Chance, Info, Row

COLUMNS: Final = 7
ROWS: Final = 6
EMPTY: Final = -1
DIRECTIONS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))
"""The directions of lines, as pairs: the number of rows down, and the number of columns to the right."""


def _lines() -> Iterator[tuple[int, ...]]:
    """Yields every line of four cells; cells are numbered row by row from the top left."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            for down, right in DIRECTIONS:
                if row + 3 * down < ROWS and 0 <= column + 3 * right < COLUMNS:
                    yield tuple((row + i * down) * COLUMNS + column + i * right for i in range(4))


LINES: Final = tuple(_lines())
LINES_OF: Final = tuple(tuple(line for line in LINES if cell in line) for cell in range(ROWS * COLUMNS))
"""The lines through each cell, by the cell's number."""


class State(NamedTuple):
    """A state of the game: the board, the seat that moves, the last disc, and the winner."""

    cells: tuple[int, ...]
    """The content of each cell: the seat that owns the disc in it, or EMPTY."""
    seat: int
    last: int = EMPTY
    """The cell of the last disc, or EMPTY before the first."""
    winner: int = EMPTY


class ConnectFour:
    """Connect Four, by rules C-1 to C-5 of RULES.md."""

    info = Info(
        title="Connect Four",
        seats=(2,),
        actions=COLUMNS,
        rows=(
            Row("board", of="cell", width=ROWS * COLUMNS, holds="seat", across=COLUMNS),
            Row("last", holds="cell", width=1, drawn=False),
        ),
        openings=6,
    )

    def deal(self, seats: int, edition: str, chance: Chance) -> State:
        """Returns the first state. C-1: the board is empty, and seat 0 begins."""
        return State((EMPTY,) * (ROWS * COLUMNS), 0)

    def actor(self, state: State) -> int | None:
        """Returns the seat that must move, or None at the end. C-2: the seats take turns, until one has won or the
        board is full.
        """
        return None if state.winner != EMPTY or EMPTY not in state.cells else state.seat

    def legal_actions(self, state: State) -> list[int]:
        """Returns the legal actions. C-3: these are the columns that are not full."""
        return [column for column in range(COLUMNS) if state.cells[column] == EMPTY]

    def apply(self, state: State, action: int) -> State:
        """Returns the state after an action. C-3: the disc falls to the lowest free cell of the column. C-4: four discs
        in a line win.
        """
        cell = landing(state.cells, action)
        cells = (*state.cells[:cell], state.seat, *state.cells[cell + 1 :])
        won = any(cells[a] == cells[b] == cells[c] == cells[d] for a, b, c, d in LINES_OF[cell])
        return State(cells, 1 - state.seat, cell, state.seat if won else EMPTY)

    def scores(self, state: State) -> list[int]:
        """Returns the points by seat. C-5: 2 for a win, and 1 for each seat after a draw."""
        if state.winner != EMPTY:
            return [2 * (seat == state.winner) for seat in (0, 1)]
        return [0, 0] if EMPTY in state.cells else [1, 1]

    def action_name(self, state: State, action: int) -> str:
        """Returns the letter of the column, from a to g."""
        return "abcdefg"[action]

    def action_targets(self, state: State, action: int) -> list[str]:
        """Returns the cell of the board that a viewer marks for an action: the cell in which the disc would land."""
        return [f"board:{landing(state.cells, action)}"]

    def rows(self, state: State, seat: int | None) -> dict[str, object]:
        """Returns the values of all rows that a seat may see; in this game nothing is hidden."""
        return {"board": state.cells, "last": state.last}

    def sample(self, rows: dict[str, list[int]], seat: int, rng: object) -> State:
        """Returns a state that agrees with the rows a seat sees; in this game there is only one."""
        return State(tuple(rows["board"]), seat, rows["last"][0])


def landing(cells: tuple[int, ...], column: int) -> int:
    """Returns the lowest free cell of a column that is not full."""
    cell = column
    while cell + COLUMNS < len(cells) and cells[cell + COLUMNS] == EMPTY:
        cell += COLUMNS
    return cell


GAME: Final = ConnectFour()
