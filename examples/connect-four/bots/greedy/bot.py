"""A bot for Connect Four that wins if it can, prevents the opponent's win if it must, and otherwise stays near the
middle.
"""

from arena.bot import Bot, Turn, run

COLUMNS, CELLS, EMPTY = 7, 42, -1


class Greedy(Bot):
    """A bot that looks one move ahead."""

    def choose(self, turn: Turn) -> int:
        """Returns a column that wins; else a column in which the opponent would win; else the column nearest the
        middle.
        """
        board = list(turn.rows["board"])
        for seat in (turn.seat, 1 - turn.seat):
            for column in turn.legal:
                if wins(board, landing(board, column), seat):
                    return column
        return min(turn.legal, key=lambda column: abs(column - COLUMNS // 2))


def landing(board: list[int], column: int) -> int:
    """Returns the lowest free cell of a column."""
    return max(cell for cell in range(column, CELLS, COLUMNS) if board[cell] == EMPTY)


def wins(board: list[int], cell: int, seat: int) -> bool:
    """Returns whether a disc of the seat in this cell makes four in a line."""
    return any(1 + run_of(board, cell, seat, step) + run_of(board, cell, seat, -step) > 3 for step in (1, 6, 7, 8))


def run_of(board: list[int], cell: int, seat: int, step: int) -> int:
    """Counts the seat's discs in the unbroken line that begins beside a cell. `step` is the direction: the
    difference between the numbers of neighbouring cells.
    """
    count = 0
    while True:
        following = cell + step
        beside = abs(following % COLUMNS - cell % COLUMNS) <= 1
        if not 0 <= following < CELLS or not beside or board[following] != seat:
            return count
        cell, count = following, count + 1


if __name__ == "__main__":
    run(Greedy)
