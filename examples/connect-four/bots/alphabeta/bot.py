"""A bot for Connect Four that searches by alpha-beta.

The discs of a seat are a number with seven bits for each column: one for each of the six cells from the bottom up, and
a last bit that is always 0.
"""

from arena.bot import Bot, Turn, run

COLUMNS, HEIGHT = 7, 6
ORDER = (3, 2, 4, 1, 5, 0, 6)
DEPTH = 4
WON = 1000
LINES = [
    sum(1 << (column + i * right) * (HEIGHT + 1) + row + i * up for i in range(4))
    for column in range(COLUMNS)
    for row in range(HEIGHT)
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    if column + 3 * right < COLUMNS and 0 <= row + 3 * up < HEIGHT
]
"""All lines of four cells, each as a number in which the bits of these cells are 1."""


class AlphaBeta(Bot):
    """A bot that searches DEPTH moves beyond its own. It then rates the board by the lines of four that each seat can
    still complete.
    """

    def choose(self, turn: Turn) -> int:
        """Returns the best column; if several are equally good, the column nearest the middle."""
        own, other = (bits_of(turn.rows["board"], seat) for seat in (turn.seat, 1 - turn.seat))
        best, found = -2 * WON, turn.legal[0]
        for column in ORDER:
            if column in turn.legal:
                value = -search(other, own | landing(own | other, column), DEPTH, -2 * WON, -best)
                if value > best:
                    best, found = value, column
        return found


def bits_of(board: list[int], seat: int) -> int:
    """Returns the discs of a seat as bits; the cells of `board` are numbered row by row from the top left."""
    return sum(
        1 << (cell % COLUMNS) * (HEIGHT + 1) + HEIGHT - 1 - cell // COLUMNS
        for cell, there in enumerate(board)
        if there == seat
    )


def landing(there: int, column: int) -> int:
    """Returns the lowest free bit of a column, or 0 if the column is full; `there` has the bits of all discs."""
    bottom = 1 << column * (HEIGHT + 1)
    return (there + bottom) & (((1 << HEIGHT) - 1) * bottom)


def search(own: int, other: int, depth: int, low: int, high: int) -> int:
    """Returns the value of the board for the seat that moves next. `own` are its discs, and `other` those of its
    opponent. A value between `low` and `high` is exact. A value of `low` or less means that the true value is at most
    `low`; a value of `high` or more, that it is at least `high`.
    """
    if is_won(other):
        return -WON - depth
    if depth == 0:
        return sum(
            (not other & line) * (own & line).bit_count() ** 2 - (not own & line) * (other & line).bit_count() ** 2
            for line in LINES
        )
    moved = False
    for column in ORDER:
        bit = landing(own | other, column)
        if bit:
            moved = True
            low = max(low, -search(other, own | bit, depth - 1, -high, -low))
            if low >= high:
                break
    return low if moved else 0


def is_won(discs: int) -> bool:
    """Returns whether these discs include four in a line."""
    for step in (1, HEIGHT, HEIGHT + 1, HEIGHT + 2):
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


if __name__ == "__main__":
    run(AlphaBeta)
